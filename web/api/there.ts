/** Whether the server serves the app's page: then a reload can help. */
export const isThere = async (): Promise<boolean> => (await fetch('/', { method: 'HEAD' })).ok
