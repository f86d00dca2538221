// Files that are dropped on the page, and records and branches that are pasted.
import { useEffect } from 'preact/hooks'
import type { Editor } from './context'
import { fetchRecord } from './links'

// openSource opens a file, a text, or the game at an address of this server. It returns why it
// cannot, or ''.
export async function openSource({ session, words }: Editor, source: Blob | string, here: boolean): Promise<string> {
  if (source instanceof Blob) return session.open({ file: source }, here)
  if (!/^https?:\/\//.test(source)) return session.open({ text: source }, here)
  const found = await fetchRecord(words, source)
  return found.refused === undefined ? session.open({ text: found.text }, here) : found.refused
}

export function useImport(editor: Editor): void {
  const { over, notice, sheet, copied, run } = editor
  useEffect(() => {
    const open = async (source: Blob | string) => {
      sheet.value = null
      notice.value = await openSource(editor, source, false)
    }
    const dragOver = (e: DragEvent) => {
      e.preventDefault()
      over.value = true
    }
    const dragLeave = (e: DragEvent) => (over.value = e.relatedTarget !== null)
    const drop = (e: DragEvent) => {
      e.preventDefault()
      over.value = false
      const source = e.dataTransfer?.files[0] ?? e.dataTransfer?.getData('text')
      if (source !== undefined && source !== '') void open(source)
    }
    const paste = (e: ClipboardEvent) => {
      if ((e.target as Element).closest?.('input,textarea,select') != null) return
      const text = e.clipboardData?.getData('text').trim() ?? ''
      const file = e.clipboardData?.files[0]
      e.preventDefault()
      if (file !== undefined) void open(file)
      else if (text === '' || text === copied.value) void run({ command: 'paste' })
      else void open(text)
    }
    document.addEventListener('dragover', dragOver)
    document.addEventListener('dragleave', dragLeave)
    document.addEventListener('drop', drop)
    document.addEventListener('paste', paste)
    return () => {
      document.removeEventListener('dragover', dragOver)
      document.removeEventListener('dragleave', dragLeave)
      document.removeEventListener('drop', drop)
      document.removeEventListener('paste', paste)
    }
  }, [])
}
