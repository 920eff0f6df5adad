declare module 'citeproc' {
  const citeproc: unknown;
  export default citeproc;
}
