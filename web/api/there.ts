/** Whether the server gives out the app's page: then loading it anew can help. */
export const isThere = async (): Promise<boolean> => (await fetch('/', { method: 'HEAD' })).ok
