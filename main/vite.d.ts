/** Vite turns these imports into a data: address. */
declare module '*?inline' {
  const address: string;
  export default address;
}
