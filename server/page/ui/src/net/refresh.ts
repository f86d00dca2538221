// Parts of a page that the server draws anew while they are looked at.

const pause = 1000 // ms between two looks at the server's page at least

// refresher returns what puts the server's version of an element in place of the one
// that stands here. Many calls at once make one look.
export function refresher(id: string): () => void {
  let due = 0
  return () => {
    if (due !== 0) return
    due = window.setTimeout(async () => {
      const answer = await fetch(location.href).catch(() => undefined)
      due = 0
      if (answer?.ok !== true) return
      const now = new DOMParser().parseFromString(await answer.text(), 'text/html').getElementById(id)
      const shown = document.getElementById(id)!
      // Who is about to press a button keeps it under the finger and the focus.
      if (now !== null && now.innerHTML !== shown.innerHTML && !shown.contains(document.activeElement)) shown.replaceChildren(...now.childNodes)
    }, pause * (0.5 + Math.random()))
  }
}
