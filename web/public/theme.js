// Runs before the first paint, so that the page never shows in the wrong colours. A file of its own: the policy forbids inline script.
try {
  const theme = localStorage.getItem('florin.theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
  if (localStorage.getItem('florin.privacy') === 'on') document.documentElement.dataset.privacy = 'on'
} catch {
  // Without storage, the system's theme is used.
}
