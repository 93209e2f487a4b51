// The stepper: what will arrive is guessed where its `?` stands.

import { exhibit } from "../browser/exhibit.js";
import { Asking } from "./asking.js";

export default exhibit({ Asking });
