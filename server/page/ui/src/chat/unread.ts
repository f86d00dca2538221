// The number of messages in the bar that were not read.

// showUnread writes it, or takes it away when there are none.
export function showUnread(count: number): void {
  const badge = document.querySelector<HTMLElement>('.top .messages .count')
  if (badge === null) return
  badge.textContent = String(count)
  badge.hidden = count === 0
}
