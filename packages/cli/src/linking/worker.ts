/** The process that links: here the linking of the application and the messages of the process meet, as everything else does in the wiring. */
import { linkPacked } from '@zapomni/core/linking';
import { serveLinking } from '@zapomni/providers/linker';

/** Nobody else waits here: it gives way only so that it hears when it is wanted no more. */
const SLICE_MS = 200;

serveLinking((asked) => linkPacked(asked, { sliceMs: SLICE_MS }));
