"""UGI, the text protocol of every game, and the parts that all protocols share."""
