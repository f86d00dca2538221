// Line drawings for the tools and buttons of the editor, 20 units across.
const paths = {
  erase: 'M8 16h8M4.6 11.8l6.9-6.9a1.2 1.2 0 011.7 0l2.9 2.9a1.2 1.2 0 010 1.7L10 15.6a1.4 1.4 0 01-1 .4H8a1.4 1.4 0 01-1-.4l-2.4-2.1a1.2 1.2 0 010-1.7zM8.2 8.2l4.6 4.6',
  circle: 'M16 10a6 6 0 11-12 0 6 6 0 0112 0z',
  triangle: 'M10 3.8L16.4 15H3.6z',
  square: 'M4.5 4.5h11v11h-11z',
  cross: 'M5 5l10 10M15 5L5 15',
  arrow: 'M5 15L15 5M8.5 5H15v6.5',
  line: 'M4.5 15.5l11-11',
  undo: 'M7 4L3 8l4 4M3.5 8H12a4.5 4.5 0 010 9H8',
  redo: 'M13 4l4 4-4 4M16.5 8H8a4.5 4.5 0 000 9h4',
  find: 'M13.5 9a4.5 4.5 0 11-9 0 4.5 4.5 0 019 0zM12.3 12.3L16.5 16.5',
  replace: 'M4 7h11M12 4l3 3-3 3M16 13H5M8 10l-3 3 3 3',
  promote: 'M10 16V4M5.5 8.5L10 4l4.5 4.5',
  cut: 'M7.5 6a2 2 0 11-4 0 2 2 0 014 0zM7.5 14a2 2 0 11-4 0 2 2 0 014 0zM7.2 7.2L16.5 14.5M7.2 12.8L16.5 5.5',
  copy: 'M7 7h9v9.5H7zM4 13V3.5h9',
  paste: 'M6.5 4.5H4.5v12.5h11V4.5h-2M7 3h6v3H7z',
  delete: 'M4 5.5h12M8 5.5V3.5h4v2M5.5 5.5l.8 11h7.4l.8-11M8.5 8.5v5M11.5 8.5v5',
  bin: 'M4 8h12l-1.2 8.5H5.2zM6.5 8l1-4.5h5l1 4.5M10 10.5v3.5M8.3 12.4L10 10.5l1.7 1.9',
  first: 'M9.5 4L4 10l5.5 6M16 4l-5.5 6 5.5 6',
  back: 'M12.5 4L7 10l5.5 6',
  forward: 'M7.5 4l5.5 6-5.5 6',
  last: 'M10.5 4l5.5 6-5.5 6M4 4l5.5 6L4 16',
  comment: 'M3.5 4.5h13v9H9.5L6 16.5v-3H3.5z',
  dots: 'M4.5 10h.01M10 10h.01M15.5 10h.01',
  pen: 'M4 16l.8-3.4L13.5 4a1.4 1.4 0 012 0l.6.6a1.4 1.4 0 010 2L7.4 15.2zM12 5.5l2.6 2.6',
  link: 'M8.5 11.5a3 3 0 004.3 0l2.6-2.6a3 3 0 00-4.3-4.3L10 5.7M11.5 8.5a3 3 0 00-4.3 0l-2.6 2.6a3 3 0 004.3 4.3L10 14.3',
  list: 'M8 5.5h8.5M8 10h8.5M8 14.5h8.5M4 5.5h.01M4 10h.01M4 14.5h.01',
  plus: 'M10 4v12M4 10h12',
  file: 'M5.5 2.5h6l3 3v12h-9zM11.5 2.5v3h3',
  open: 'M2.5 16V4.5h5l1.5 2h6.5V9M2.5 16l2.8-7h12.2l-2.7 7z',
  kept: 'M4 10.5l4 4 8-9',
  share: 'M10 12.5V2.5M6.5 6L10 2.5 13.5 6M6 9H4.5v8.5h11V9H14',
  close: 'M5 5l10 10M15 5L5 15',
  help: 'M10 17.5a7.5 7.5 0 100-15 7.5 7.5 0 000 15zM7.9 8a2.1 2.1 0 113.3 1.7c-.8.5-1.2 1-1.2 1.9M10 14.2h.01',
  pass: 'M3 10h11M10.5 6l4 4-4 4M17.5 4.5v11',
  branch: 'M3.5 6h13M8 6v4.5l3.5 3.5h5',
  versus: 'M4 5.5h12v8H4zM7.5 16.5h5M10 13.5v3M7.5 9.5h.01M12.5 9.5h.01',
}

// A Drawing names a picture: a line drawing, a stone or a letter.
export type Drawing = keyof typeof paths | 'turn' | 'black' | 'white' | 'letter' | 'number'

// Picture draws it. Stones that are set up have a plus.
export function Picture({ name }: { name: Drawing }) {
  if (name === 'turn') return <i class="stone r" aria-hidden="true" />
  if (name === 'black' || name === 'white')
    return (
      <>
        <i class={`stone ${name.charAt(0)}`} aria-hidden="true" />
        <em aria-hidden="true">+</em>
      </>
    )
  if (name === 'letter' || name === 'number')
    return <span class="glyph" aria-hidden="true" data-text={name === 'letter' ? 'A' : '1'} />
  return (
    <svg class={`icon ${name}`} viewBox="0 0 20 20" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  )
}
