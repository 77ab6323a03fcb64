"""Sites without a server: writing the folder of static files, and what answers the page in the browser."""
