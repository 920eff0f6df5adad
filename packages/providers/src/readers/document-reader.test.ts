import { documentReaderContract } from '@zapomni/testkit/contracts';
import { createRecordingLogger } from '@zapomni/testkit/fakes';
import { createDocumentReader } from './document-reader.ts';

documentReaderContract('worker thread', { open: () => createDocumentReader({ logger: createRecordingLogger() }) });
