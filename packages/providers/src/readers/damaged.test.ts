import { damagedDocumentsContract } from '@zapomni/testkit/contracts';
import { createRecordingLogger } from '@zapomni/testkit/fakes';
import { createDocumentReader } from './document-reader.ts';

damagedDocumentsContract('worker thread', { open: () => createDocumentReader({ logger: createRecordingLogger() }) });
