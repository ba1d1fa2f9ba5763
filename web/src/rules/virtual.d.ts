declare module 'virtual:rules/*' {
  import type { Page } from './content';

  export const pages: Page[];
}
