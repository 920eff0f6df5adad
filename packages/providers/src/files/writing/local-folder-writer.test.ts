import { folderWriterContract } from '@zapomni/testkit/contracts';
import { createLocalFolderWriter } from './local-folder-writer.ts';

folderWriterContract('local', { open: createLocalFolderWriter });
