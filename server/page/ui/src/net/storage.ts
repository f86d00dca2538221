// What stays in this browser from one page to the next.

// A browser may forbid storage; then nothing is kept, and nothing is lost.
export function read(name: string): string | null {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}

export function write(name: string, value: string): void {
  try {
    localStorage.setItem(name, value)
  } catch {
    return
  }
}
