// The editor: tools, board and panel, on the page of game records and on others to come.
import { render, type ComponentChildren } from 'preact'
import { useCallback, useEffect, useRef } from 'preact/hooks'
import type { Words } from '../common/i18n'
import { Leaf } from '../common/leaf'
import { Tabs } from '../match/tabs'
import { createPrefs } from '../settings/preferences'
import { Chapter, Chapters } from './chapters'
import { Comment } from './comment'
import { EditorContext, createEditor, useEditor, type Editor, type Part, type SheetName } from './context'
import { Goban } from './goban'
import { Picture } from './icons'
import { Information } from './information'
import { useEditorKeys } from './keys'
import { Bin, Drafts, Find, Keys, Save } from './lists'
import { BranchRow, More, Small, recordActions } from './menu'
import { NewRecord } from './newrecord'
import { OpenRecord } from './openrecord'
import { Rail } from './rail'
import { createRules, type Rules } from './rules'
import { begin, takeOver } from './begin'
import { Remarks } from './remarks'
import { Review } from './review'
import { Says } from './says'
import { useImport } from './drop'
import { Tree } from './tree'
import { Judged, Mistake } from './judged'
import { Walk } from './walk'

// mountEditor shows the editor in an element, whose data has the addresses of the rules.
export function mountEditor(words: Words, element: HTMLElement): void {
  const { worker, program } = element.dataset
  const rules = createRules({ worker: worker!, program: program! })
  render(<Page words={words} rules={rules} />, element)
}

function Page({ words, rules }: { words: Words; rules: Rules }) {
  const editor = useRef<Editor>(null)
  editor.current ??= createEditor(words, createPrefs(), rules)
  const { loaded } = editor.current.session
  useEffect(() => void begin(editor.current!.session, editor.current!.notice), [])
  if (loaded.value !== 'ready')
    return (
      <main class="editor loading">
        <h1 class="hidden">{words.t('editor.title')}</h1>
        <p role="status">{words.t(loaded.value === 'failed' ? 'editor.failed' : 'editor.loading')}</p>
      </main>
    )
  return (
    <EditorContext.Provider value={editor.current}>
      <Desk />
    </EditorContext.Provider>
  )
}

function Desk() {
  const editor = useEditor()
  const { words, state, ground, session, over, run, look } = editor
  const inside = useRef<HTMLElement>(null)
  const { tree, node, index } = state.value
  const go = useCallback((id: string) => void run({ command: 'go', node: id }), [])
  useEditorKeys(inside, editor)
  useImport(editor)
  return (
    <main class={over.value ? 'editor over' : 'editor'} ref={inside}>
      <Tools upright />
      <div class="stage">
        <Goban />
        <Says />
      </div>
      <div class="side">
        <Heading />
        <Chapters />
        <BranchRow />
        {tree !== undefined && (
          <Tree
            words={words}
            names={ground.value.names}
            tree={tree}
            size={session.size.value}
            current={node.id}
            index={index}
            go={go}
            look={look}
          />
        )}
        <Walk />
        <Parts />
      </div>
      <Thumb />
      {editor.marksOpen.value && (
        <div class="marks-sheet">
          <Tools upright={false} />
        </div>
      )}
      <Sheet />
      <p class="hidden described" aria-live="polite">
        {editor.announcement}
      </p>
    </main>
  )
}

function Tools({ upright }: { upright: boolean }) {
  const { words, tool, state, readOnly, run } = useEditor()
  const { undo, redo } = state.value
  if (readOnly.value) return upright ? <div /> : null
  return (
    <Rail
      words={words}
      chosen={tool.value}
      choose={(name) => (tool.value = name)}
      undo={undo ? () => void run({ command: 'undo' }) : undefined}
      redo={redo ? () => void run({ command: 'redo' }) : undefined}
      upright={upright}
    />
  )
}

// Heading names the record, says whether its changes are kept, and has what is done with all of it.
function Heading() {
  const editor = useEditor()
  const { words: { t }, sheet } = editor
  return (
    <header class="heading">
      <div>
        <h1 dir="auto">{editor.title.value}</h1>
        <Kept />
      </div>
      {recordActions.slice(0, 3).map((action) => (
        <Small action={action} key={action.title} />
      ))}
      <button class="button primary" onClick={() => (sheet.value = 'save')}>
        {t('editor.save')}
      </button>
    </header>
  )
}

// Kept is always in the same place: whether the changes are in this browser's storage.
function Kept() {
  const { words: { t }, session } = useEditor()
  const kept = session.keeper.kept.value
  if (kept === 'elsewhere')
    return (
      <p class="kept failed" role="status">
        {t('editor.elsewhere')}{' '}
        <button onClick={() => void takeOver(session)}>{t('editor.take-over')}</button>
      </p>
    )
  if (kept === 'full' || kept === 'not')
    return (
      <p class="kept failed" role="status">
        {t(kept === 'full' ? 'editor.kept.full' : 'editor.kept.not')}
      </p>
    )
  return (
    <p class={kept === 'done' ? 'kept done' : 'kept'} role="status">
      {kept === 'done' && <Picture name="kept" />}
      {kept === 'none' ? '' : t(kept === 'done' ? 'editor.kept' : 'editor.keeping')}
    </p>
  )
}

function indexOf(names: string[], name: string): number | undefined {
  const i = names.indexOf(name)
  return i < 0 ? undefined : i
}

// Parts are the comment, the information and the review.
function Parts() {
  const editor = useEditor()
  const { words, part, state, session, drawn, ground, readOnly, writing, run, lit } = editor
  const { t } = words
  const { node, info, komi, reading } = state.value
  const pointOf = useCallback((name: string) => indexOf(ground.value.names, name), [ground.value])
  const tabs = (['comment', 'information', 'review'] as const).map((id: Part) => ({ id, name: t(`editor.${id}`) }))
  return (
    <div class={drawn.value ? 'parts drawn' : 'parts'}>
      <Tabs id="part" name={t('editor.parts')} tabs={tabs} chosen={part.value} choose={(id) => (part.value = id)} />
      <div role="tabpanel" id="part" aria-labelledby={`part-${part.value}`} tabIndex={part.value === 'comment' ? -1 : 0}>
        {part.value === 'comment' && (
          <Comment
            words={words}
            text={node.comment ?? ''}
            readOnly={readOnly.value}
            writing={writing}
            keep={(text) => void run({ command: 'comment', node: node.id, text })}
            pointOf={pointOf}
            light={(point) => (lit.value = point)}
            key={node.id}
          >
            <Mistake />
            {!readOnly.value && <Judged />}
          </Comment>
        )}
        {part.value === 'information' && (
          <>
            <Remarks words={words} result={info.RE ?? ''} komi={komi} reading={reading} problems={session.problems.value} />
            <Information words={words} values={info} readOnly={readOnly.value} keep={(id, value) => void run({ command: 'info', info: { [id]: value } })} />
          </>
        )}
        {part.value === 'review' && <Review />}
      </div>
    </div>
  )
}

// Thumb is the bar of a phone.
function Thumb() {
  const editor = useEditor()
  const { words: { t }, run, state, marksOpen, drawn, sheet } = editor
  const { index, length } = state.value
  const toggle = (one: 'marks' | 'comment') => {
    const open = one === 'marks' ? !marksOpen.value : !drawn.value
    marksOpen.value = one === 'marks' && open
    drawn.value = one === 'comment' && open
  }
  return (
    <div class="thumb">
      <button aria-disabled={index === 0} onClick={() => void run({ command: 'step', by: -1 })}>
        <Picture name="back" />
        {t('editor.back')}
      </button>
      <button aria-disabled={index === length} onClick={() => void run({ command: 'step', by: 1 })}>
        <Picture name="forward" />
        {t('editor.next')}
      </button>
      <button aria-expanded={marksOpen.value} onClick={() => toggle('marks')}>
        <Picture name="triangle" />
        {t('editor.marks')}
      </button>
      <button aria-expanded={drawn.value} onClick={() => toggle('comment')}>
        <Picture name="comment" />
        {t('editor.comment')}
      </button>
      <button onClick={() => (sheet.value = 'more')}>
        <Picture name="dots" />
        {t('editor.more')}
      </button>
    </div>
  )
}

const sheets: Record<SheetName, { title: string; Content: () => ComponentChildren }> = {
  more: { title: 'editor.more', Content: More },
  new: { title: 'editor.new.title', Content: NewRecord },
  open: { title: 'editor.open.title', Content: OpenRecord },
  drafts: { title: 'editor.drafts.title', Content: Drafts },
  save: { title: 'editor.save.title', Content: Save },
  bin: { title: 'editor.bin', Content: Bin },
  find: { title: 'editor.find', Content: Find },
  chapter: { title: 'editor.chapter.edit', Content: Chapter },
  keys: { title: 'editor.keys', Content: Keys },
}

function Sheet() {
  const { words: { t }, sheet } = useEditor()
  if (sheet.value === null) return null
  const { title, Content } = sheets[sheet.value]
  return (
    <Leaf id="sheet" title={t(title)} name={sheet.value} closing={t('match.close')} close={() => (sheet.value = null)}>
      <Content />
    </Leaf>
  )
}
