// Every word that a person sees or hears. A second language is a second table.
import type { Color, Seats } from './wire'

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
  'undo-asked': 'An undo has been asked for already.',
  'undo-not-asked': 'Nobody has asked for an undo.',
  'wrong-phase': 'That is not what the game is about now.',
  'bad-komi': 'Komi is a whole number, or a half one where the game allows it, and no larger than the board.',
  'low-bid': 'A bid must be over the highest so far.',
  'bid-first': 'There is no bid yet to yield to.',
  immortal: 'A chain with a rosette can never be dead.',
  'no-chain': 'Nothing stands there; touch a stone to mark its chain.',
  proposed: 'The dead have been named already.',
  'agreed-already': 'You have agreed already.',
  'pass-for-ko': 'Here a ko is taken back only after a pass for that ko.',
  'no-ko': 'There is no such ko to pass for.',
  'no-stones': 'You have no stone left to play; pass.',
  'time-left': 'There is still time on the clock.',
  'time-up': 'The time had run out.',
  'unknown-event': 'This game was played with a newer version of this program, which is needed to show it.',
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

// number is written as people do, with a true minus.
export const number = (n: number) => (n === 0 ? '–' : String(n).replace('-', '−'))

const komiOf = (n: number) => String(n).replace('-', '−')

export const status = {
  yourTurn: 'Your turn',
  passed: (name: string, turn: string, pass: string) => `${name} passed. ${turn}${pass}`,
  pass: { stops: '; a pass proposes the end', ends: '; a pass ends the game' },
  thinking: (name: string) => `${name} is thinking`,
  turn: (c: Color, name: string) => (name === color[c] ? `${name} to move` : `${name} to move, ${color[c]}`),
  watching: 'You are watching',
  reconnecting: 'Connection lost. Reconnecting…',
  sending: 'Sending…',
  confirm: (point: string) => `${point}: tap again to play`,
  yourKomi: 'Komi: your turn',
  komi: (name: string) => `Komi: ${name}’s turn`,
  place: (name: string, n: number) => {
    const stones = n === 1 ? 'one handicap stone' : `${n} handicap stones`
    return name === '' ? `Place ${stones}` : `${name} places ${stones}`
  },
  dead: 'Which stones are dead?',
  looking: 'Looking for dead stones…',
  waiting: (name: string) => `Waiting for ${name} to agree`,
  flower: (name: string, pass: string) => (name === '' ? 'Your turn: agree, pass or play' : `Agreement; ${name} to pass or play`) + pass,
  who: 'Who shall move?',
  trial: (c: string) => (c === '' ? 'Your turn on the trial board' : `${c} to move on the trial board`),
}

// Who is before the screen alone has no name but you.
const who = (name: string) => (name === '' ? 'You' : name)
const does = (name: string, verb: string) => (name === '' ? `You ${verb}` : `${name} ${verb}s`)
const doesNot = (name: string) => (name === '' ? 'You do not' : `${name} does not`)

// What has happened, until the next move.
export const lately = {
  offered: (name: string, komi: number) => `${does(name, 'name')} komi ${komiOf(komi)}.`,
  bade: (name: string, komi: number) => `${does(name, 'bid')} ${komiOf(komi)}.`,
  sealed: (name: string) => `${name === '' ? 'You have' : `${name} has`} made a sealed bid.`,
  settled: (black: string, komi: number, bids: [string, number][]) =>
    bids.map(([name, n]) => `${who(name)} bid ${komiOf(n)}. `).join('') +
    (bids.length > 0 && bids[0]![1] === bids[1]![1] ? 'The lot decides. ' : '') +
    `${black === '' ? 'You have' : `${black} has`} Black, komi is ${komiOf(komi)}.`,
  stopped: 'Two passes propose the end.',
  proposed: (dead: number) => (dead === 0 ? 'No stone is proposed as dead.' : 'Proposed; touch what is wrong.'),
  disputed: (name: string) => `${doesNot(name)} agree.`,
  wished: (name: string, c: Color) => `${does(name, 'say')}: ${color[c]} moves.`,
  resumed: (name: string) => `Play goes on. ${does(name, 'move')}.`,
  confirming: (point: string) => `The chain at ${point} is played out on a trial board.`,
  confirmed: (point: string, dead: boolean) => `Played out: the chain at ${point} is ${dead ? 'dead' : 'alive'}.`,
  voided: (name: string) => `${who(name)} would let both lose.`,
  asked: (name: string) => `${does(name, 'ask')} to take back.`,
  refused: (name: string) => `${doesNot(name)} allow it.`,
  tookBack: 'Taken back.',
  passedForKo: (c: Color, point: string) => `${color[c]} passes for the ko at ${point}`,
}

export const talk = {
  title: { divide: 'Divide and choose', open: 'Auction', secret: 'Secret auction' },
  you: 'You',
  komi: 'Komi',
  less: 'One less',
  more: 'One more',
  divide: {
    offer: (other: string) => `Komi are points for White. Name as many that you would be glad of either colour: ${other} then takes one.`,
    waitOffer: (name: string) => `${name} names a komi. The other then takes a colour.`,
    waitTake: (name: string, komi: number) => `Komi is ${komiOf(komi)}. ${name} takes a colour.`,
    take: (name: string, komi: number) => `${name} names komi ${komiOf(komi)}. Which colour is yours?`,
    button: (komi: string) => `Name ${komi}`,
    black: 'Take Black',
    white: (komi: number) => `Take White and ${komiOf(komi)}`,
  },
  open: {
    ask: (name: string, both: boolean) =>
      both ? `${name}: how many points would you give to play Black?` : 'How many points would you give to play Black? The highest bid takes it.',
    wait: (name: string) => `${name} bids or yields.`,
    high: (name: string) => `is ${name}’s bid, the highest so far`,
    button: (komi: string) => `Bid ${komi}`,
    yield: (name: string, komi: number) => `Yield: ${name} has Black for ${komiOf(komi)}`,
  },
  secret: {
    ask: (name: string, both: boolean) =>
      `${both ? `${name}: how` : 'How'} many points would you give to play Black? One bid each, unseen; the higher takes Black at that komi.`,
    wait: 'Your bid is sealed. It is opened when the other is in.',
    watch: 'Both bids are opened together.',
    sealed: 'sealed',
    none: 'no bid yet',
    hand: (name: string) => `The bid is sealed. Hand the device to ${name}.`,
    here: (name: string) => `I am ${name}`,
    button: (komi: string) => `Seal ${komi}`,
  },
}

export const agreement = {
  title: 'Agreement',
  // What each ruleset does now.
  rule: {
    AGREEMENT: 'Touch the chains that are dead. When both agree the game is counted; if not, play goes on.',
    PLAY_OUT: 'Touch the chains that are dead. If you cannot agree, the last pass is taken back.',
    NEW_ZEALAND: 'Touch the chains that are dead. If you agree neither on them nor on who moves, every stone is alive.',
    AGA: 'Touch the chains that are dead. If you cannot agree, play goes on; after four passes in a row every stone is alive.',
    FLOWER: 'Touch the chains that are dead. Two more passes, paid as ever, end the game; only what both agree on comes off. A stone resumes play.',
    CONFIRMATION: 'Touch a chain to call it dead or alive, or to have its fate played out. When both agree the game is counted.',
  } as Record<string, string>,
  unsure: (n: number) => (n === 1 ? 'One chain is unsure: look at the question mark.' : `${n} chains are unsure: look at the question marks.`),
  agree: (c: Color, named: boolean) => (named ? `${color[c]} agrees` : 'Agree'),
  agreed: (c: Color, named: boolean) => (named ? `✓ ${color[c]} agrees` : '✓ You agree'),
  waits: (c: Color) => `${color[c]} has not agreed yet`,
  dispute: {
    AGREEMENT: 'Play on',
    PLAY_OUT: 'Take the last pass back',
    NEW_ZEALAND: 'Do not agree',
    AGA: 'Play on',
    CONFIRMATION: 'Resume play',
  } as Record<string, string>,
  resumes: (c: Color) => `${color[c]} resumes`,
  bothLose: (name: string) => (name === '' ? 'Both lose' : `Both lose: ${name} too`),
  voided: 'Both lose as soon as the other wants it too.',
  picked: (c: Color, point: string, stones: number, dead: boolean) =>
    `${color[c]} ${point}, ${stones === 1 ? 'one stone' : `${stones} stones`}: marked ${dead ? 'dead' : 'alive'}`,
  playOut: 'Play it out',
  turn: {
    title: 'Who shall move?',
    rule: 'You do not agree on the dead. Play goes on if you agree who moves; if not, every stone is alive and the game is over.',
    says: (c: Color) => `${color[c]} has not said`,
    said: (c: Color, side: Color) => `${color[c]} says: ${color[side]} moves`,
    moves: (c: Color) => `${color[c]} moves`,
  },
  trial: {
    title: 'Trial board',
    rule: (c: Color, point: string) =>
      `Is the ringed ${onPoint[c]} chain at ${point} alive? ${color[c === 'b' ? 'w' : 'b']} attacks and moves first. Two passes end the trial; nothing here changes the game.`,
    passForKo: (point: string) => `Pass for the ko at ${point}`,
  },
  placing: {
    title: 'Handicap',
    count: (done: number, all: number) => `${done} of ${all} placed, wherever you like`,
  },
  undo: {
    title: 'Undo',
    ask: (c: Color) => `${color[c]} asks to take back.`,
    waiting: 'You have asked to take back. The other side decides.',
    grant: 'Grant',
    refuse: 'Refuse',
  },
}

export const button = {
  play: (point: string) => `Play ${point}`,
  place: (point: string) => `Place ${point}`,
  pass: 'Pass',
  undo: 'Undo',
  resign: 'Resign',
  newGame: 'New game',
  estimate: 'Estimate',
  yesResign: 'Yes, resign',
  resigns: (c: Color) => `${color[c]} resigns`,
  bothLose: 'Both lose',
  leave: 'New game',
  no: 'Keep playing',
  again: 'Try again',
  go: 'Go',
}

export const questions = {
  resign: 'Resign this game? The other side wins.',
  leave: 'Leave this game for a new one? It waits for you: the first page leads back to it.',
  void: 'Let both lose? It counts once both want it. It is meant for the rare case that neither can settle the position.',
}
export const resignHere = (c: Color | '') => (c === '' ? 'Who resigns?' : `${color[c]} resigns, and ${c === 'b' ? color.w : color.b} wins?`)

export const rules = { title: 'Rules:', handicap: (n: number) => `, handicap ${n}` }

export const entry = {
  label: 'Point or command',
  hint: (point: string, words: string[]) => [point, ...words].join(', '),
  unknown: (text: string, from: string, to: string) =>
    `No point “${text}” on this board: use ${from} to ${to}, or pass, undo, resign.`,
  commands: { pass: 'pass', undo: 'undo', resign: 'resign', agree: 'agree' } as Record<string, 'pass' | 'undo' | 'resign' | 'agree'>,
}

export const player = {
  you: 'You',
  prisoners: (n: number) => (n === 1 ? '1 prisoner' : `${n} prisoners`),
  komi: (n: number) => `komi ${komiOf(n)}`,
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
  // Ends in which nobody wins.
  nobody: {
    'no-result': 'No result, the position keeps coming back',
    'both-lose': 'Both lose',
  } as Record<string, string>,
  by: {
    score: (margin: number) => `by ${points(margin)}`,
    resign: () => 'by resignation',
    time: () => 'on time',
  } as Record<string, (margin: number) => string>,
}

export const points = (n: number) => (n === 1 ? '1 point' : `${n} points`)

export const score = {
  title: 'Score',
  parts: {
    stones: 'Stones',
    space: 'Points surrounded',
    prisoners: 'Prisoners',
    dead: 'Dead stones taken',
    passStones: 'Pass stones',
    komi: 'Komi',
    bonus: 'For the handicap',
    firstPass: 'First pass',
    tax: 'Points to live',
  } as Record<string, string>,
  total: 'Total',
}

const boardName = (name: string) => name.replace(/^square-(\d+)$/, 'Go $1×$1').replace(/^rosette-/, 'Rosette ')

// What the first page says of a game that is being played.
export const yours = {
  title: 'Your games',
  game: (name: string, c: Exclude<Seats, ''>, moves: number, names = ['two people']) =>
    `${boardName(name)}, ${c === 'bw' ? names.join(' and ') : `you are ${color[c]}`}, ${moves === 1 ? '1 move' : `${moves} moves`}`,
}

export const board = {
  label: (name: string) => `Board ${name.replace('-', ' ')}`,
  keys: 'Arrow keys move, Enter plays, G reads the chain, R lists rosettes, question mark tells all keys.',
}

export const keys: [string, string][] = [
  ['Arrow keys', 'to the next point that way'],
  ['1 2 3 (4)', 'along the lines'],
  ['Enter or Space', 'play here, or mark the chain dead'],
  ['G', 'the chain here: stones, liberties'],
  ['R', 'all rosettes'],
  ['L', 'to the last move'],
  ['S', 'whose turn, prisoners, clocks'],
  ['E', 'what the position comes to, and away with it'],
  ['?', 'these keys'],
]
export const keysTitle = 'Keyboard'

export const speech = {
  point: (name: string, stone: string, around: string[], marks: string[]) =>
    [name, stone, ...marks, `around it ${around.join(', ')}`].join(', '),
  refused: (reason: string) => reason,
  lastMove: 'last move',
  immortal: 'immortal',
  dead: 'marked dead',
  unsure: 'unsure',
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
  marked: (points: string[], dead: boolean) => `${points.join(' ')} ${dead ? 'dead' : 'alive'}`,
  agreed: (c: Color) => `${color[c]} agrees`,
  captured: (n: number) => (n === 1 ? 'takes one stone' : `takes ${n} stones`),
  newRosette: (c: Color) => `a rosette: the ${onPoint[c]} chain is immortal`,
  owner: (c: Color) => `${onPoint[c]} territory`,
  expected: (c: Color, sure: boolean) => `${sure ? 'surely' : 'rather'} ${color[c]}’s`,
  open: 'open',
}

export const clock = {
  over: (periods: number) => `${periods} ×`,
  stones: (n: number) => `${n} in`,
}
