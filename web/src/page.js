// The script of the page and of its Worker.

import { startPage } from "./ui/app.js";
import { work } from "./work/worker.js";

if (globalThis.document) startPage();
else work();
