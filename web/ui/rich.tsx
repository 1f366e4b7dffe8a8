/** For who imports it by this name: tests run without a compiler, and cannot load a file of this kind. */
export { rich } from './rich.ts'
