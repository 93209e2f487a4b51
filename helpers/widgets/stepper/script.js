// The stepper: what a step brings can be guessed first.

import { exhibit } from "../browser/exhibit.js";
import { Quiz } from "./quiz.js";

export default exhibit({ Quiz });
