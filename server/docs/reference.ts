export const reference = () => ({ html: '<!doctype html><title>Florin</title>', css: '' })
