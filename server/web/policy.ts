/**
 * The content security policy of the app's page: it may load from and call its own origin, and nothing else. Text never becomes script
 * (trusted types); `florin` is the only policy, for the address of the service worker.
 */
export const APP_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types florin',
].join('; ')
