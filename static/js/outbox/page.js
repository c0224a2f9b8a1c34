// The page of what waits on this phone.

import { load } from "./queue.js";
import { flush } from "./send.js";
import { showList } from "./list.js";

await load();
flush();
showList(document);
