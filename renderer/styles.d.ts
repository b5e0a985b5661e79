/** Vite turns these imports into a style sheet of the page. */
declare module '*.css';
