// Saves files from the page, and draws what the board shows as SVG and PNG.

// saveFile has the browser save a file. On a phone without a folder of downloads it opens.
export function saveFile(name: string, type: string, data: BlobPart): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([data], { type }))
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000) // some browsers read it later
}

// drawn are the properties of style that an SVG needs to look the same elsewhere.
const drawn = ['fill', 'fill-opacity', 'stroke', 'stroke-opacity', 'stroke-width', 'stroke-dasharray', 'stroke-linecap', 'stroke-linejoin', 'opacity', 'stop-color', 'stop-opacity', 'font-size', 'font-weight', 'text-anchor', 'dominant-baseline', 'display']

// svgOf returns a board as an SVG that needs no style sheet.
export function svgOf(board: SVGSVGElement): string {
  const copy = board.cloneNode(true) as SVGSVGElement
  const [from, to] = [[board, ...board.querySelectorAll('*')], [copy, ...copy.querySelectorAll('*')]]
  const passing = [...copy.querySelectorAll('.cursor, .ghost')] // what is under the hand
  from.forEach((element, i) => {
    const style = getComputedStyle(element)
    const target = to[i]!
    for (const name of drawn) {
      const value = style.getPropertyValue(name)
      if (value !== '') target.setAttribute(name, value)
    }
    target.removeAttribute('class')
    target.removeAttribute('style')
  })
  for (const one of passing) one.remove()
  const [, , width, height] = board.getAttribute('viewBox')!.split(' ').map(Number)
  const scale = 1200 / Math.max(width!, height!)
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  copy.setAttribute('width', String(Math.round(width! * scale)))
  copy.setAttribute('height', String(Math.round(height! * scale)))
  copy.setAttribute('font-family', 'sans-serif')
  copy.removeAttribute('aria-hidden')
  return new XMLSerializer().serializeToString(copy)
}

// pngOf draws an SVG as a PNG.
export async function pngOf(svg: string): Promise<Blob> {
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = image.naturalWidth
  canvas.height = image.naturalHeight
  canvas.getContext('2d')!.drawImage(image, 0, 0)
  return new Promise((done, failed) => canvas.toBlob((blob) => (blob === null ? failed(new DOMException('', 'EncodingError')) : done(blob)), 'image/png'))
}

// canShare reports whether the browser shares files.
export const canShare = (): boolean => 'canShare' in navigator && navigator.canShare({ files: [new File([''], 'rosette.sgf', { type: 'text/plain' })] })

// shareFile opens the device's own sheet for a file.
export const shareFile = (name: string, data: BlobPart): Promise<void> => navigator.share({ files: [new File([data], name, { type: 'text/plain' })] }).catch(() => undefined)
