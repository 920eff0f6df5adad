// Written by `npm run gen` from the folders beside it.
import type { ZapomniTool } from '../define-tool.ts';
import addWorkflowAction from './workflows/add-workflow-action.ts';
import analyzeSourceUrl from './workflows/analyze-source-url.ts';
import configureSearch from './workflows/configure-search.ts';
import confirmSourceWorkflow from './workflows/confirm-source-workflow.ts';
import createBrowserWorkflow from './workflows/create-browser-workflow.ts';
import deleteWorkflow from './workflows/delete-workflow.ts';
import executeWorkflow from './workflows/execute-workflow.ts';
import getWorkflowDetails from './workflows/get-workflow-details.ts';
import listWorkflows from './workflows/list-workflows.ts';
import updateWorkflowStatus from './workflows/update-workflow-status.ts';

export default [
  addWorkflowAction,
  analyzeSourceUrl,
  configureSearch,
  confirmSourceWorkflow,
  createBrowserWorkflow,
  deleteWorkflow,
  executeWorkflow,
  getWorkflowDetails,
  listWorkflows,
  updateWorkflowStatus,
] satisfies readonly ZapomniTool[];
