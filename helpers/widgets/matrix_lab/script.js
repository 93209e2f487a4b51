// The matrix lab: what lights up is worked out from letters.

import { exhibit } from "../browser/exhibit.js";
import { Crossing } from "./crossing.js";

export default exhibit({ lights: Crossing.of });
