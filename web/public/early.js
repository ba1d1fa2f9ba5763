// Before the first paint: the theme that was chosen on this device.
try {
  const theme = JSON.parse(localStorage.getItem('x0.settings') ?? '{}').theme;
  if (theme && theme !== 'auto') document.documentElement.dataset.theme = theme;
} catch {
  // Storage may be closed to the page; then the system's theme holds.
}
