// Written by `npm run gen` from the folders beside it.
import type { ZapomniTool } from '../define-tool.ts';
import setModel from './models/set-model.ts';

export default [setModel] satisfies readonly ZapomniTool[];
