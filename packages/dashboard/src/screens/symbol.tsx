/** One symbol: its source, who calls it and whom it calls, what it comes from, what may break with it, how it came to be. */
import { useState } from 'preact/hooks';
import type { Output } from '../api/client.ts';
import { changed } from '../api/live.ts';
import { useCall } from '../api/use-call.ts';
import { SourceLines, SymbolLink } from '../parts/code.tsx';
import { count, Fact, Shown, Time, visible } from '../parts/parts.tsx';
import { addressOf } from '../shell/route.ts';
import { workspace } from '../shell/state.ts';

type Details = Output<'getSymbol'>;

const here = () => (workspace.value === undefined ? {} : { workspace_id: workspace.value });

export function SymbolView({ id }: { id: string }) {
  const symbol = useCall('getSymbol', { name: id, max_lines: 400, ...here() }, changed.record);
  return (
    <>
      <p>
        <a href={addressOf('code')}>All code</a>
      </p>
      <Shown of={symbol}>{(data) => (data.symbol ? <Found id={id} details={data} /> : <Unclear of={data} />)}</Shown>
    </>
  );
}

/** A name that several have, or none any more. */
function Unclear({ of: { candidates = [], suggestions = [] } }: { of: Details }) {
  const others = [...candidates, ...suggestions];
  return (
    <>
      <h1>Which one?</h1>
      <p>{candidates.length > 0 ? 'Several have this name.' : 'There is no such symbol any more.'}</p>
      <ul class="plain">
        {others.map((one) => (
          <li key={one.symbol_id}>
            <SymbolLink id={one.symbol_id} name={one.name} kind={one.kind} />{' '}
            <span class="path">
              {visible(one.path)}:{one.line}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

function Found({ id, details }: { id: string; details: Details }) {
  const { symbol, members = [] } = details;
  const impact = useCall('getImpact', { name: id, limit: 30, ...here() }, changed.record);
  if (!symbol) return null;
  const broken = impact.data?.affected_total;
  return (
    <>
      <h1>
        <code>{visible(symbol.name)}</code>
      </h1>
      <dl class="facts small">
        <Fact label="Kind" value={[...(details.flags ?? []), symbol.kind].join(' ')} />
        <Fact label="Repository" value={visible(symbol.repository)} />
        <Fact label="In" value={`${visible(symbol.path)}:${symbol.line}`} />
        <Fact label="Called by" value={count(details.callers ?? 0)} />
        <Fact label="Calls" value={count(details.callees ?? 0)} />
        <Fact label="May break" value={broken === undefined ? '…' : count(broken)} hint="Symbols, if it changes" />
      </dl>
      <Text details={details} signature={symbol.signature} />
      <div class="columns">
        <Callers id={id} />
        <Callees id={id} />
        {members.length > 0 && <Members members={members} />}
        <Hierarchy id={id} />
      </div>
      {impact.data && <Impact of={impact.data} />}
      <History id={id} />
    </>
  );
}

function Text({ details, signature }: { details: Details; signature: string }) {
  const { doc, parent, bases = [], source = signature, first_line: first = 1, source_left_out: left = 0 } = details;
  return (
    <>
      {parent && (
        <p>
          Part of <SymbolLink id={parent.symbol_id} name={parent.name} kind={parent.kind} />
        </p>
      )}
      {bases.length > 0 && <p class="quiet">Comes from {visible(bases.join(', '))}</p>}
      {doc && <p class="text">{visible(doc)}</p>}
      <SourceLines text={source} first={first} label="Source" />
      {left > 0 && <p class="quiet">{count(left)} more lines are in the file.</p>}
    </>
  );
}

function Members({ members }: { members: NonNullable<Details['members']> }) {
  return (
    <section>
      <h2>Members</h2>
      <ul class="plain">
        {members.map((one) => (
          <li key={one.symbol_id}>
            <SymbolLink id={one.symbol_id} name={one.name} kind={one.kind} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Callers({ id }: { id: string }) {
  const callers = useCall('getCallers', { name: id, limit: 50, ...here() }, changed.record);
  return (
    <section>
      <h2>Who calls it</h2>
      <Shown of={callers}>
        {({ callers: all = [], total = 0, left_out: left = 0 }) => (
          <>
            {total === 0 && <p class="quiet">No call is known.</p>}
            <ul class="plain">
              {all.map(({ caller, path, line, how }, i) => (
                <li key={i}>
                  {caller ? <SymbolLink id={caller.symbol_id} name={caller.name} /> : 'The top of the file'}{' '}
                  <span class="path">
                    {visible(path)}:{line}
                  </span>{' '}
                  <span class="quiet">{how}</span>
                </li>
              ))}
            </ul>
            {left > 0 && <p class="quiet">{count(left)} more.</p>}
          </>
        )}
      </Shown>
    </section>
  );
}

function Callees({ id }: { id: string }) {
  const callees = useCall('getCallees', { name: id, limit: 50, ...here() }, changed.record);
  return (
    <section>
      <h2>Whom it calls</h2>
      <Shown of={callees}>
        {({ callees: all = [], total = 0, left_out: left = 0 }) => (
          <>
            {total === 0 && <p class="quiet">It calls nothing that is known.</p>}
            <ul class="plain">
              {all.map(({ targets, line }, i) => (
                <li key={i}>
                  {targets.map((target, j) => (
                    <span key={j}>
                      {j > 0 && ' or '}
                      <Target of={target} />
                    </span>
                  ))}{' '}
                  <span class="quiet">line {line}</span>
                </li>
              ))}
            </ul>
            {left > 0 && <p class="quiet">{count(left)} more.</p>}
          </>
        )}
      </Shown>
    </section>
  );
}

type Called = NonNullable<Output<'getCallees'>['callees']>[number]['targets'][number];

function Target({ of: { symbol_id: id, name } }: { of: Called }) {
  return id === undefined ? <code>{visible(name)}</code> : <SymbolLink id={id} name={name} />;
}

function Hierarchy({ id }: { id: string }) {
  const hierarchy = useCall('getHierarchy', { name: id, ...here() }, changed.record);
  const { above = [], below = [], external_bases: outside = [] } = hierarchy.data ?? {};
  if (above.length + below.length + outside.length === 0) return null;
  const rows = [...above.map((one) => ['above', one] as const), ...below.map((one) => ['below', one] as const)];
  return (
    <section>
      <h2>What it comes from, what comes from it</h2>
      <ul class="plain">
        {outside.map((name) => (
          <li key={name}>
            above <code>{visible(name)}</code> <span class="quiet">not of this repository</span>
          </li>
        ))}
        {rows.map(([where, one]) => (
          <li key={`${where}${one.symbol_id}`}>
            {where} <SymbolLink id={one.symbol_id} name={one.name} kind={one.kind} />{' '}
            <span class="quiet">
              {one.relation}
              {one.depth > 1 && `, step ${one.depth}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Impact({ of }: { of: Output<'getImpact'> }) {
  const { affected = [], affected_total: total = 0, tests_total: tests = 0, files_total: files = 0 } = of;
  if (total === 0) return null;
  return (
    <details>
      <summary>
        What may break if it changes: {count(total)} symbols, {count(tests)} tests, {count(files)} files
      </summary>
      <ul class="plain">
        {affected.map((one, i) => (
          <li key={i}>
            {one.symbol_id === undefined ? (
              'The top of a file'
            ) : (
              <SymbolLink id={one.symbol_id} name={one.name ?? ''} />
            )}{' '}
            <span class="path">
              {visible(one.path)}:{one.line}
            </span>{' '}
            <span class="quiet">
              step {one.depth}, {one.why.relation}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Asked for when it is opened: git has to be gone through. */
function History({ id }: { id: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const history = useCall('getSymbol', isOpen ? { name: id, max_lines: 0, history: true, ...here() } : undefined);
  return (
    <details open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>How it came to be</summary>
      {isOpen && <Shown of={history}>{(data) => <Commits of={data} />}</Shown>}
    </details>
  );
}

function Commits({ of: { history, memories = [] } }: { of: Details }) {
  return (
    <>
      {history?.note && <p class="quiet">{visible(history.note)}</p>}
      {(history?.commits.length ?? 0) === 0 && <p class="quiet">No commit is known.</p>}
      <ul class="plain">
        {history?.commits.map(({ commit, at, author, subject }) => (
          <li key={commit}>
            <code>{commit.slice(0, 10)}</code> {visible(subject)}{' '}
            <span class="quiet">
              {visible(author)}, <Time at={at} />
            </span>
          </li>
        ))}
      </ul>
      {memories.length > 0 && <h3>Memories that name it</h3>}
      <ul class="plain">
        {memories.map(({ memory_id: memory, stale }) => (
          <li key={memory}>
            <a href={addressOf('memories', memory)}>A memory</a> {stale && <span class="quiet">{stale} since</span>}
          </li>
        ))}
      </ul>
    </>
  );
}
