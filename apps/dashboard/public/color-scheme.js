// Runs before the first paint, so that the page never flashes in the other scheme. A file of its own, because the
// content security policy allows no inline scripts.
(() => {
  let choice = 'auto';
  try {
    choice = localStorage.getItem('basalt:color-scheme') || 'auto';
  } catch {
    // Storage may be forbidden; follow the system then.
  }
  const dark =
    choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
})();
