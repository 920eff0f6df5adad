/** What the user says of a paper for a query: said with one press, and taken back with another. */
import { call } from '../api/client.ts';
import { mayWrite, say, tell, workspace } from '../shell/state.ts';

const VERDICTS = { like: 'Like', dislike: 'Dislike', skip: 'Skip' } as const;
type Verdict = keyof typeof VERDICTS;

interface Props {
  readonly article: string;
  readonly query: string;
  readonly verdict: string | undefined;
  readonly done: () => void;
}

export function VerdictButtons({ article, query, verdict, done }: Props) {
  const judge = async (said: Verdict | 'none'): Promise<void> => {
    const here = workspace.value === undefined ? {} : { workspace_id: workspace.value };
    const asked = { query_name: query, article_identifier: article, ...here };
    const { before } = await call('judgeArticle', { ...asked, verdict: said });
    const back = (before ?? 'none') as Verdict | 'none';
    const undo = async (): Promise<void> => {
      await call('judgeArticle', { ...asked, verdict: back });
      done();
    };
    say(said === 'none' ? 'Taken back.' : 'Kept, and learnt from.', () => void undo().catch(tell));
    done();
  };
  if (!mayWrite.value) return verdict === undefined ? null : <p class="quiet">Your verdict: {verdict}</p>;
  return (
    <p class="actions">
      {Object.entries(VERDICTS).map(([name, label]) => (
        <button
          key={name}
          type="button"
          aria-pressed={verdict === name}
          onClick={() => void judge(verdict === name ? 'none' : (name as Verdict)).catch(tell)}
        >
          {label}
        </button>
      ))}
    </p>
  );
}
