// Records that are dropped on the first page.

// takeFiles opens a record that is dropped anywhere on the page: the page of records
// finds its bytes in this tab's storage, as base64. failed says that a file could not be read.
export function takeFiles(failed: () => void): void {
  const sign = document.querySelector<HTMLElement>('.drop')
  if (sign === null) return
  const files = (e: DragEvent) => [...(e.dataTransfer?.items ?? [])].some(({ kind }) => kind === 'file')
  document.addEventListener('dragover', (e) => {
    if (!files(e)) return
    e.preventDefault()
    sign.hidden = false
  })
  document.addEventListener('dragleave', (e) => (sign.hidden = e.relatedTarget === null || sign.hidden))
  document.addEventListener('drop', (e) => {
    const file = e.dataTransfer?.files[0]
    sign.hidden = true
    if (file === undefined) return
    e.preventDefault()
    void openRecord(file, failed)
  })
}

async function openRecord(file: File, failed: () => void): Promise<void> {
  try {
    let text = ''
    for (const byte of new Uint8Array(await file.arrayBuffer())) text += String.fromCharCode(byte)
    sessionStorage.setItem('record', btoa(text))
    sessionStorage.removeItem('record-at')
  } catch {
    return failed() // a folder, or a file for which there is no room
  }
  location.assign('/record')
}
