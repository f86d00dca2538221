// Every word that a person sees or hears. A second language is a second table.
import type { Color } from './wire'

export const color: Record<Color, string> = { b: 'Black', w: 'White' }
export const onPoint: Record<string, string> = { b: 'black', w: 'white', '.': 'empty' }

// Why a command was refused; the keys are the server's.
export const refused: Record<string, string> = {
  occupied: 'There is a stone already.',
  suicide: 'Not allowed: the stone would have no liberty and take nothing (suicide).',
  libertyless: 'Not allowed: it would leave your rosette without a liberty.',
  ko: 'Not allowed: it would bring back the position before (ko). Play elsewhere first.',
  superko: 'Not allowed: it would bring back an earlier position (ko). Play elsewhere first.',
  'not-seated': 'You are watching; only the two players may move.',
  'not-your-turn': 'It is not your turn.',
  'game-over': 'The game is over.',
  stale: 'The position changed before your move arrived. Look again.',
  'no-such-point': 'There is no such point on this board.',
  'nothing-to-undo': 'You have made no move that could be taken back.',
  'undo-needs-assent': 'Taking back needs the consent of the other player.',
  'time-left': 'There is still time on the clock.',
  'no-such-command': 'This game knows no such command.',
  malformed: 'The message could not be read. Reload the page.',
  'bad-id': 'The message could not be read. Reload the page.',
  'no-match': 'There is no such game.',
  taken: 'There is such a game already.',
  'too-long': 'This game has grown too long to go on.',
  full: 'Too many games are being played here right now. Try again in a moment.',
  closed: 'The server is stopping. Try again in a moment.',
  'not-now': 'That did not work just now. Try again in a moment.',
}

export const why = (key: string) => refused[key] ?? `Refused: ${key}.`

export const status = {
  yourTurn: 'Your turn',
  passed: (name: string) => `${name} passed. Your turn; a pass ends the game`,
  thinking: (name: string) => `${name} is thinking`,
  turn: (c: Color) => `${color[c]} to move`,
  watching: 'You are watching',
  reconnecting: 'Connection lost. Reconnecting…',
  sending: 'Sending…',
  confirm: (point: string) => `${point}: tap again to play`,
}

export const button = {
  play: (point: string) => `Play ${point}`,
  pass: 'Pass',
  undo: 'Undo',
  resign: 'Resign',
  newGame: 'New game',
  yesResign: 'Yes, resign',
  leave: 'New game',
  no: 'Keep playing',
  again: 'Try again',
  go: 'Go',
}

export const resignQuestion = 'Resign this game? The other side wins.'
export const leaveQuestion = 'Leave this game for a new one? It waits for you: the first page leads back to it.'

export const entry = {
  label: 'Point or command',
  hint: 'D7, pass, undo, resign',
  unknown: (text: string, from: string, to: string) =>
    `No point “${text}” on this board: use ${from} to ${to}, or pass, undo, resign.`,
  commands: { pass: 'pass', undo: 'undo', resign: 'resign' } as Record<string, 'pass' | 'undo' | 'resign'>,
}

export const player = {
  you: 'You',
  prisoners: (n: number) => (n === 1 ? '1 prisoner' : `${n} prisoners`),
}

export const moves = { title: 'Moves', none: 'No moves yet', pass: 'pass' }

export const show = {
  title: 'Show',
  coordinates: 'Coordinates',
  numbers: 'Move numbers',
  atari: 'Chains in atari',
}

export const result = {
  won: (c: Color, seat: Color | '') => (seat === '' ? `${color[c]} wins` : seat === c ? 'You win' : 'You lose'),
  draw: 'A draw',
  void: 'No result',
  by: {
    score: (margin: number) => `by ${points(margin)}`,
    resign: () => 'by resignation',
    time: () => 'on time',
    'no-result': () => ', the position keeps coming back',
  } as Record<string, (margin: number) => string>,
}

export const points = (n: number) => (n === 1 ? '1 point' : `${n} points`)

export const score = {
  title: 'Score',
  stones: 'Stones',
  surrounded: 'Points surrounded',
  komi: 'Komi',
  total: 'Total',
}

const boardName = (name: string) => name.replace(/^square-(\d+)$/, 'Go $1×$1').replace(/^rosette-/, 'Rosette ')

// What the first page says of a game that is being played.
export const yours = {
  title: 'Your games',
  game: (name: string, c: Color, moves: number) => `${boardName(name)}, you are ${color[c]}, ${moves === 1 ? '1 move' : `${moves} moves`}`,
}

export const board = {
  label: (name: string) => `Board ${name.replace('-', ' ')}`,
  keys: 'Arrow keys move, Enter plays, G reads the chain, R lists rosettes, question mark tells all keys.',
}

export const keys: [string, string][] = [
  ['Arrow keys', 'to the next point that way'],
  ['1 2 3 (4)', 'along the lines'],
  ['Enter or Space', 'play here'],
  ['G', 'the chain here: stones, liberties'],
  ['R', 'all rosettes'],
  ['L', 'to the last move'],
  ['S', 'whose turn, prisoners, clocks'],
  ['?', 'these keys'],
]
export const keysTitle = 'Keyboard'

export const speech = {
  point: (name: string, stone: string, around: string[], marks: string[]) =>
    [name, stone, ...marks, `around it ${around.join(', ')}`].join(', '),
  refused: (reason: string) => reason,
  lastMove: 'last move',
  immortal: 'immortal',
  edge: 'edge of the board',
  noLine: (n: number) => `there is no such line; keys 1 to ${n} follow the lines`,
  noChain: (name: string) => `${name} is empty; there is no chain.`,
  chain: (c: Color, stones: number, liberties: string[], rosettes: number) =>
    `${color[c]} chain of ${stones} ${stones === 1 ? 'stone' : 'stones'}, ` +
    (liberties.length === 0
      ? 'no liberty'
      : liberties.length === 1
        ? `in atari, one liberty at ${liberties[0]}`
        : `${liberties.length} liberties`) +
    (rosettes === 0 ? ', no rosette' : rosettes === 1 ? ', holds a rosette and is immortal' : `, holds ${rosettes} rosettes and is immortal`),
  noRosettes: 'No rosettes yet.',
  rosette: (c: Color, at: string[]) => `${color[c]} rosette ${at.join(' ')}`,
  played: (c: Color, point: string) => `${color[c]} ${point}`,
  passed: (c: Color) => `${color[c]} passes`,
  resigned: (c: Color) => `${color[c]} resigns`,
  tookBack: (c: Color) => `${color[c]} takes back`,
  captured: (n: number) => (n === 1 ? 'takes one stone' : `takes ${n} stones`),
  newRosette: (c: Color) => `a rosette: the ${onPoint[c]} chain is immortal`,
  owner: (c: Color) => `${onPoint[c]} territory`,
}

export const clock = {
  over: (periods: number) => `${periods} ×`,
  stones: (n: number) => `${n} in`,
}
