/** While this file lies in the data folder, nothing is captured. Imports nothing of ours: the hook file has it too. */
import path from 'node:path';

export const offFile = (dataDir: string): string => path.join(dataDir, 'capture-off');
