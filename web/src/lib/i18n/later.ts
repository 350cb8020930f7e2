/** The words of all that is not seen first. Whoever loads such a page or part loads these beside it. */

import { enPages } from "./en-pages";
import { enPeople } from "./en-people";
import { enStudy } from "./en-study";
import { frPages } from "./fr-pages";
import { frPeople } from "./fr-people";
import { frStudy } from "./fr-study";
import { learnWords } from "./index.svelte";

learnWords({ en: { ...enPages, ...enPeople, ...enStudy }, fr: { ...frPages, ...frPeople, ...frStudy } });
