/** Files that are copied as they are: the import is the address of the file. */
declare module 'swagger-ui-dist/*.css' {
  const address: string;
  export default address;
}
declare module 'swagger-ui-dist/*.js' {
  const address: string;
  export default address;
}
