// The mixer: its numbers follow the weights as they are typed.

import { exhibit } from "../browser/exhibit.js";
import { follow } from "./mixing.js";

export default exhibit({ follow });
