/** Where the worker of the graph lies: the build puts its address here. */
export const LAYOUT_WORKER = '/layout.js';
