export const PROJECT: string
/** The folder of bundles. */
export const BUNDLES: string
/** Whether there is a bundle of the code as it is. */
export const isBundled: () => boolean
