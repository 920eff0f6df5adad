/** What configure_search says, as steps: fill in the words, ask, wait for results, take them, go on to the next page. */
import type { SearchSettings, WorkflowDefinition } from './definition.ts';
import { stepSchema } from './steps.ts';

/** The definition with these settings in the place of those it had; not yet checked. Steps that others made stay, but for what they extracted. */
export function withSearch(definition: WorkflowDefinition, search: SearchSettings): object {
  const before = definition.search ? toSteps(definition.search).map(canonical) : [];
  const kept = definition.steps.filter(
    (step) => step.do !== 'extract' && step.do !== 'paginate' && !before.includes(JSON.stringify(step)),
  );
  return { ...definition, steps: [...kept, ...toSteps(search)], search };
}

/** As it is kept, with its defaults. */
function canonical(step: object): string {
  return JSON.stringify(stepSchema.safeParse(step).data ?? step);
}

function toSteps(search: SearchSettings): object[] {
  const { search_input_selector: input, search_button_selector: button, pagination_config: pages } = search;
  const snippet = search.snippet_selector;
  return [
    ...(input === null ? [] : [{ do: 'fill', target: { css: input }, value: '{{keywords}}' }]),
    ...(button !== null ? [{ do: 'click', target: { css: button } }] : []),
    ...(input !== null && button === null ? [{ do: 'press', key: 'Enter', target: { css: input } }] : []),
    { do: 'wait', for: { css: search.result_selector } },
    {
      do: 'extract',
      each: { css: search.result_selector },
      max: search.max_results,
      fields: {
        title: { css: search.title_selector },
        url: { css: search.url_selector, take: 'href' },
        ...(snippet === null ? {} : { snippet: { css: snippet } }),
      },
    },
    ...(pages === null ? [] : [{ do: 'paginate', next: { css: pages.next_selector }, max_pages: pages.max_pages }]),
  ];
}
