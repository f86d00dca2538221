// Line drawings that stand beside the words of buttons.
const paths = {
  first: 'M9.5 4L4 10l5.5 6M16 4l-5.5 6 5.5 6',
  back: 'M12.5 4L7 10l5.5 6',
  forward: 'M7.5 4l5.5 6-5.5 6',
  last: 'M10.5 4l5.5 6-5.5 6M4 4l5.5 6L4 16',
  pass: 'M3 10h11M10.5 6l4 4-4 4M17.5 4.5v11',
  undo: 'M7 4L3 8l4 4M3.5 8H12a4.5 4.5 0 010 9H8',
  dots: 'M4.5 10h.01M10 10h.01M15.5 10h.01',
  hint: 'M7.2 13.5C5.6 12.5 4.6 10.9 4.6 9a5.4 5.4 0 0110.8 0c0 1.9-1 3.5-2.6 4.5V15H7.2zM8 17.5h4',
  again: 'M4 10a6 6 0 1010.5-4M14.8 2.5V6h-3.6',
  up: 'M10 16V4M5.5 8.5L10 4l4.5 4.5',
  swap: 'M4 7h11M12 4l3 3-3 3M16 13H5M8 10l-3 3 3 3',
  share: 'M10 12.5V2.5M6.5 6L10 2.5 13.5 6M6 9H4.5v8.5h11V9H14',
  boards: 'M3 6.5h9.5V16H3zM6.5 3.5h10V13',
  chat: 'M3.5 4.5h13v9H9.5L6 16.5v-3H3.5z',
  speaker: 'M3.5 8v4h2.8L10 15.5v-11L6.3 8zM12.8 7.6a3.4 3.4 0 010 4.8M15 5.4a6.5 6.5 0 010 9.2',
  muted: 'M3.5 8v4h2.8L10 15.5v-11L6.3 8zM13 8l4 4M17 8l-4 4',
  accept: 'M4 10.5l4 4 8-9',
  resume: 'M7 4.5v11l9-5.5z',
  estimate: 'M3.5 16.5h13M6 13.5V9M10 13.5V4.5M14 13.5V7',
  help: 'M10 17.5a7.5 7.5 0 100-15 7.5 7.5 0 000 15zM7.9 8a2.1 2.1 0 113.3 1.7c-.8.5-1.2 1-1.2 1.9M10 14.2h.01',
  settings: 'M3.5 6.5h7M15 6.5h1.5M12.5 4.5v4M3.5 13.5H5M9.5 13.5h7M7 11.5v4',
  close: 'M5 5l10 10M15 5L5 15',
}

export const Icon = ({ name }: { name: keyof typeof paths }) => (
  <svg class={`icon ${name}`} viewBox="0 0 20 20" aria-hidden="true">
    <path d={paths[name]} />
  </svg>
)

// Petals are the sign of a rosette, 100 units across.
export const Petals = () => (
  <>
    {[0, 60, 120, 180, 240, 300].map((turn) => (
      <path d="M0-5C-19-17-15-45 0-49 15-45 19-17 0-5" transform={`rotate(${turn})`} key={turn} />
    ))}
  </>
)

// Flower stands beside words.
export const Flower = () => (
  <svg class="bud" viewBox="-50 -50 100 100" aria-hidden="true">
    <Petals />
  </svg>
)
