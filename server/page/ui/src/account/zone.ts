// The time zone of the browser, which the server stores with the account.

// bindZone fills the forms' hidden fields. A field that names an address sends a changed zone there
// at once.
export function bindZone(): void {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  for (const field of document.querySelectorAll<HTMLInputElement>('input[data-zone]')) {
    const changed = field.value !== zone
    field.value = zone
    const address = field.dataset['zone'] ?? ''
    if (address === '' || !changed) continue
    // If this fails, the next visit or the form sends the zone again.
    fetch(address, { method: 'POST', body: new URLSearchParams({ zone }), redirect: 'manual' }).catch(() => undefined)
  }
}
