"""Sentences as people note them, out of templates.txt, with what they say: WORK/data/templates.jsonl for names, and with templates-more.txt and more
   ways to begin and to end WORK/data/notes.jsonl for relations, and WORK/data/forms.jsonl, where the form matters. The same seed gives the same bytes.
   A statement may be denied, asked, wished for or only heard of; then it says nothing. Names come from pools here and from prepared corpora."""
import json
import os
import random
import re
import sys
from joined import APART, Joiner
from roles import Roles

HERE = os.path.dirname(os.path.abspath(__file__))
FIRST = 'Anna Boris Carla Deepak Erik Farah Goran Hanna Igor Julia Kenji Leila Marco Nora Omar Paula Quentin Rosa Stefan Tara Uwe Viola Walter Xenia Yara Zoran Aaron Bianca Colin Dagmar Emre Fiona Gustav Hugo Ines Jamal Katrin Liam Mei Nikhil Olga Pedro Rania Sven Thabo Ulla Vikram Wendy Yuki Zeynep Min-jun Anne-Marie Jean-Luc Abebe Ngozi Soo-jin Arturo Freya Grace Tom Bob Alice Ravi Chen Sarah Mike Priya Ahmed Elena Lucas Maria David Emily Jack Kate Sam Ruth Dave Chris Joe Amy Lily Noah Mia Ella'.split()
LAST = 'Andersson Baker Castillo Demir Eriksen Fischer Gupta Horvat Ivanov Jansen Kaur Larsen Moreau Nakamura Okoye Petrov Quist Rossi Silva Tamm Usman Varga Weber Xu Yamamoto Zhang Adeleke Bergmann Choi Dubois Evans Ferrari Gonzalez Haddad Ito Jovic Kim Lindgren Mbeki Novotny O\'Brien Smith Miller Johnson Garcia Lopez Wright Hall Young King Scott Park Lee'.split()
PARTICLES = ['van der', 'de', 'von', 'van', 'de la', 'El', 'bin', 'da']
TITLES = ['Mr.', 'Mrs.', 'Ms.', 'Dr.', 'Professor', 'Uncle', 'Aunt', 'Grandma', 'Grandpa']
HEADS = 'Halvor Bright Cobalt Delta Ember Fjord Granite Hazel Indigo Juniper Kestrel Lumen Maple Northwind Onyx Pine Quartz Redwood Summit Tundra Umbra Vertex Willow Yarrow Zenith Axiom Beacon Cinder Drift Echo Globex Initech Acme Hooli Vandelay Harbour Silver Blue Golden Red Iron Copper Northern Baltic Alpine'.split()
TAILS = 'Systems|Labs|Robotics|Logistics|Analytics|Foods|Energy|Health|Media|Software|Bank|Motors|GmbH|Inc.|Ltd|AB|& Sons|Partners|Group|Studios|Corp|Corporation|Foundation|Hospital|Museum|Bakery|Clinic|Theatre|Insurance|Press|Airlines|Cafe|Institute|Consulting||||'.split('|')
REAL_ORG = 'Google|Microsoft|Apple|Amazon|IBM|Siemens|Volvo|Nokia|Airbus|Toyota|Netflix|Stripe|Oracle|Intel|SAP|Bosch|Philips|Lufthansa|NASA|the BBC|the Red Cross|UNESCO|Greenpeace|Deloitte|Samsung|Sony|Nestlé|IKEA|Spotify|Shell|the UN|HSBC|Pfizer|Boeing|Uber|Adobe|Ericsson|Tesla'.split('|')
PLAIN = 'Atlas Orion Phoenix Badger Otter Heron Delphi Comet Lynx Raven Pelican Orchid Falcon Osprey Nimbus Tidepool Lantern Corvid Papercut Switchback Foxglove Gearbox Wayfinder Moonraker Driftwood Sandpiper Nightjar Mosaic Prism Beaver Marlin Cobra Viper Compass Anchor Harbor Lotus Cedar Saffron Basil Pepper Gravel Pebble Meadow Thunder Aurora Horizon Voyager Pioneer Sentinel Guardian Oracle Merlin Avalon Titan Apollo Hermes Juno Vesta Sable Amber Topaz'.split()
GROUPS = 'Platform Payments Billing Growth Search Infra Security Design Mobile Data Discovery Core Backend Frontend Tools'.split()
PLACES = 'Oslo Hamburg Madrid Krakow Turin Boston Denver Kyoto Hanoi Lima Accra Dublin Riga Bergen Nantes Seville Osaka Perth Quito Tbilisi Izmir Pune Cardiff Bern Graz Antwerp Toulouse Malaga Gdansk London Paris Berlin Tokyo Rome Vienna Prague Japan Germany Canada Brazil Kenya Norway Spain Portugal Chicago Austin Seattle Mumbai Lagos Cairo'.split()
SCHOOLS = 'the University of {p}|{p} University|the Technical University of {p}|TU {p}|{a} College|MIT|Stanford|the Sorbonne|ETH|{a} High School|{p} Business School|Harvard|Oxford|{a} Academy|{a} Primary'.split('|')
SOFTWARE = 'PostgreSQL MySQL SQLite Redis Kafka RabbitMQ Elasticsearch OpenSearch MongoDB Cassandra Kubernetes Docker Terraform Ansible Jenkins Buildkite CircleCI GitLab GitHub Bitbucket React Vue Angular Svelte Django Flask FastAPI Rails Spring Express Next.js Node Deno Bun Webpack Vite Rollup esbuild Babel ESLint Prettier Jest Vitest Mocha Cypress Playwright Selenium pandas NumPy PyTorch TensorFlow scikit-learn Spark Flink Airflow dbt Snowflake BigQuery Redshift Databricks Grafana Prometheus Datadog Sentry Splunk Jira Confluence Slack Notion Figma Zoom Vim Emacs VSCode IntelliJ Excel Photoshop Linux Windows macOS Android iOS nginx Apache Envoy Istio Helm Vault Consul Nomad Pulumi lodash axios requests OpenSSL LLVM GCC CMake Gradle Maven Celery GraphQL gRPC Protobuf Kibana Logstash Memcached Valkey Solr Lucene S3 DynamoDB Lambda WordPress Shopify Stripe Salesforce Zendesk'.split()
LANGUAGES = 'Rust Python Go Java Kotlin Swift C C++ C# TypeScript JavaScript Ruby Elixir Erlang Haskell Scala Perl PHP Zig OCaml Clojure Lua Julia R Fortran'.split()
BANDS = '{a} Choir|the {a} Choir|{a} FC|the {a} Chess Club|{p} United|{a} Brass Band|the {p} Orchestra|Paper {a}|the {a}s|SV {p}|{p} Rovers|the {a} Rowing Society|the {a} Club|The {a} Lions|{p} City|the Beatles|Radiohead|Coldplay|Arsenal|the Lakers'.split('|')
WORKS = 'The {a} Road|{a} Nights|Nine {a}s|The Last {a}|A {a} in Winter|The Quiet {a}|{a}|Song of the {a}|The {a} of {p}|Hamlet|Dune|Middlemarch|Solaris|Inception|Ulysses'.split('|')
EVENTS = '{a}Con|PyCon|the {p} Marathon|the {p} Film Festival|FOSDEM|the {a} Summit|the {a} Conference|{a} Day|the {p} Book Fair|KubeCon'.split('|')
SYLLABLES = 'ka zo mi ren tal vex lu or qua pel ari no dra sil fen ux bo tri zen ka vo lan er is on um ga lo'.split()
KIND = {**{k: 'PER' for k in 'PQSR'}, 'O': 'ORG', 'U': 'ORG', 'G': 'ORG', 'B': 'ORG', 'C': 'ORG', 'L': 'LOC', 'M': 'LOC', 'D': 'TECH', 'E': 'TECH', 'F': 'TECH', 'N': 'TECH', 'W': 'WORK', 'V': 'VERSION', 'T': 'TIME', 'K': 'EVENT'}
BEGIN = ['', '', '', '', '', '', 'Note: ', 'By the way, ', 'FYI: ', 'Remember: ', 'It turns out that ', 'Good news: ', 'Today: ', 'Yes, ', 'Oh, and ', 'Fact: ', 'Last week ', 'In the meeting: ', 'As you know, ', '- ', '* ', 'hey, ', 'ok so ', 'So ', 'Update: ', 'Just so you know, ']
END = ['', '', '', '', '', '', '', '', ' now', ' these days', ' since March', ' again', ' for years', ', by the way', ' after all', ' at the moment', ' lol', '!!']
MORE_BEGIN = BEGIN + ['Since last summer ', 'In the autumn ', 'Three years ago ', 'After the merger ', 'Last winter ', 'In 2019 ', 'On Tuesday ', 'Since the move ', 'At work ', 'For the time being ', 'After some thought ', 'Until recently ', 'During the week ']
MORE_END = END + [' on Saturdays', ' from home', ' in the end', ' without much fuss', ' this year', ' in the new office', ' with pleasure']
HEARD = ['{R} says that {s}', '{R} said {s}', 'Someone told me {s}', 'I doubt that {s}', 'I wonder whether {s}', 'If {s}, we will see', 'Maybe {s}', 'Perhaps {s}', 'Rumour has it that {s}', 'Is it true that {s}?', 'It is not true that {s}', 'I hope {s}', 'Supposedly {s}', 'According to {R}, {s}', 'They say {s}', '{R} thinks {s}', '{R} claims that {s}', '{R} asked if {s}', '{R} believes that {s}', 'I think {s}, but I am not sure', 'Apparently {s}', 'I heard that {s}', 'Nobody knows whether {s}', 'Imagine {s}', '{R} told me {s}', 'Wait, {s}?', '{s}?', '{s}, or so {R} says', 'What if {s}?', 'Unless {s}, nothing changes', 'I wish {s}', 'It would be nice if {s}', '{R} was told that {s}', '{R} wonders if {s}', 'Can you check whether {s}?', '{R} denies that {s}', 'They used to joke that {s}']
MODAL = ['might', 'may', 'could', 'should', 'would', 'wants to', 'plans to', 'hopes to', 'would like to', 'refuses to', 'is thinking about whether to', 'tried to', 'wishes to', 'will never', 'would never', 'almost wanted to', 'is not going to']
JOIN = [' and ', ', and ', ', but ', '; ', ' while ', ', whereas ', '. ', '. ', ' - ', ', ', ' because ']
# So many sentences for the head of relations say several things of one; of those that are all form, so many have two subjects, and of these so many one verb.
JOINED, BESIDE, SHARED = 0.3, 0.5, 0.2
IRREGULAR = {'get': 'got gotten', 'take': 'took taken', 'teach': 'taught taught', 'do': 'did done', 'drive': 'drove driven', 'lead': 'led led', 'run': 'ran run', 'become': 'became become', 'sing': 'sang sung', 'swim': 'swam swum', 'sit': 'sat sat', 'set': 'set set', 'buy': 'bought bought', 'meet': 'met met', 'come': 'came come', 'have': 'had had', 'lie': 'lay lain', 'write': 'wrote written', 'build': 'built built', 'make': 'made made', 'choose': 'chose chosen', 'go': 'went gone', 'know': 'knew known', 'begin': 'began begun', 'grow': 'grew grown', 'ship': 'shipped shipped'}


def forms(verb):
    third = 'has' if verb == 'have' else verb + 'es' if re.search('(s|sh|ch|x|o)$', verb) else re.sub('([^aeiou])y$', r'\1ie', verb) + 's'
    if verb in IRREGULAR:
        return [third] + IRREGULAR[verb].split()
    past = verb + 'd' if verb.endswith('e') else re.sub('([^aeiou])y$', r'\1i', verb) + 'ed'
    return [third, past, past]


class Writer:
    def __init__(self, seed, pools, more=False, forms=False):
        self.r, self.pools, self.more, self.forms = random.Random(seed), pools, more, forms
        self.begin, self.end = (MORE_BEGIN, MORE_END) if more else (BEGIN, END)
        self.templates = {}
        for file in ['templates.txt', 'templates-more.txt'] if more else ['templates.txt']:
            self.read(file)
        self.joiner, self.roles = Joiner(self, KIND), Roles(self, KIND)

    def read(self, file):
        kind = ''
        for line in open(f'{HERE}/{file}'):
            line = line.rstrip('\n')
            if line.startswith('= '):
                kind = line[2:]
                self.templates.setdefault(kind, [])
            elif line and line[0] != '#':
                self.templates[kind].append(line.rsplit('|', 1))

    def word(self):
        r = self.r
        if r.random() < .6:
            return r.choice(PLAIN)
        made = ''.join(r.choice(SYLLABLES) for _ in range(r.choice([2, 2, 3]))).capitalize()
        return made

    def real(self, kind):
        pool = self.pools.get(kind)
        return self.r.choice(pool) if pool else None

    def person(self):
        r, k = self.r, self.r.random()
        if k < .42:
            return self.first_name()
        if k < .68:
            return self.first_name() + ' ' + r.choice(LAST)
        if k < .73:
            return f'{r.choice(FIRST)} {r.choice(PARTICLES)} {r.choice(LAST)}'
        if k < .77:
            return f'{r.choice(FIRST)} {r.choice(LAST)}-{r.choice(LAST)}'
        if k < .84:
            return r.choice(TITLES) + ' ' + (r.choice(LAST) if r.random() < .6 else r.choice(FIRST))
        return self.real('PER') or r.choice(FIRST)

    def first_name(self):
        """As often as not one of somebody real, where there shall be more: the few of a list would be learnt by heart."""
        if not self.more:
            return self.r.choice(FIRST)
        known = self.real('PER') if self.r.random() < .5 else None
        first = known.split()[0] if known and ' ' in known else ''
        return first if len(first) > 2 and first.isalpha() else self.r.choice(FIRST)

    def organisation(self):
        r, k = self.r, self.r.random()
        if k < .5:
            return (r.choice(HEADS) + ' ' + r.choice(TAILS)).strip()
        if k < .65:
            return r.choice(REAL_ORG)
        if k < .78:
            return self.word()
        return self.real('ORG') or r.choice(REAL_ORG)

    def software(self):
        r, k = self.r, self.r.random()
        if k < .45:
            return r.choice(SOFTWARE)
        if k < .85:
            return self.word()
        return self.real('TECH') or r.choice(SOFTWARE)

    def made(self, forms_):
        r = self.r
        return r.choice(forms_).format(a=r.choice(PLAIN + HEADS), p=r.choice(PLACES))

    def version(self):
        r = self.r
        return r.choice(['v', '', '']) + '.'.join(str(r.randrange(0, 30)) for _ in range(r.choice([2, 3, 3])))

    def date(self):
        r = self.r
        month = r.choice('January February March April May June July August September October November December'.split())
        return r.choice([f'2026-{r.randrange(1, 13):02d}-{r.randrange(1, 29):02d}', f'{r.randrange(1, 29)} {month} 2026', f'{month} {r.randrange(1, 29)}', f'{r.randrange(1, 29)} {month}', f'{month} {r.randrange(1, 29)}, 2026'])

    def fill(self):
        r = self.r
        place = lambda: (self.real('LOC') if r.random() < .4 else None) or r.choice(PLACES)
        v = {k: self.person() for k in 'PQSR'}
        v.update({k: self.organisation() for k in 'OU'})
        v.update({k: self.software() for k in 'DEF'})
        v.update(G=r.choice(GROUPS) if r.random() < .4 else self.word(), L=place(), M=place(), N=r.choice(LANGUAGES), V=self.version(), T=self.date())
        v.update(C=self.made(SCHOOLS), B=self.made(BANDS), K=self.made(EVENTS))
        v['W'] = (self.real('WORK') if r.random() < .4 else None) or self.made(WORKS)
        return v if len({x.lower() for x in v.values()}) == len(v) else self.fill()

    def said(self, body):
        """The sentence with its verb conjugated, and whether it is a fact."""
        r, m = self.r, re.search(r'\[(\w+)(\+?)\]', body)
        k = r.random()
        if not m:
            return (body, True) if k < .86 else (self.heard(body), False)
        verb, plural = m.group(1), m.group(2) == '+'
        put = lambda s: body[:m.start()] + s + body[m.end():]
        if verb == 'be':
            now, was = ('are', 'were') if plural else ('is', 'was')
            deny = [f'{now} not', f"{now}n't", f'{was} not', f'{was} never', f'{now} no longer', f"{was}n't"]
            base, fact, ask = 'be', [now, now, now, was, f'{now} now', 'has been' if not plural else 'have been'], r.choice([now, was, now])
        else:
            third, past, done = forms(verb)
            now = verb if plural else third
            do = 'do' if plural else 'does'
            deny = [f'{do} not {verb}', f"{do}n't {verb}", f'did not {verb}', f"didn't {verb}", f'never {past}', f'no longer {now}', f'never {now}']
            base, fact, ask = verb, [now, now, past, past, 'has ' + done if not plural else 'have ' + done, 'will ' + verb], r.choice([do, 'did'])
        if k < .62:
            return put(r.choice(fact)), True
        if k < .74:
            return put(r.choice(deny)), False
        if k < .83:
            start = r.choice(['', '', 'when ', 'why ', 'since when '])
            return (start + ask + ' ' + put('' if verb == 'be' else verb).replace('  ', ' ') + '?'), False
        if k < .90:
            return put(f'{r.choice(MODAL)} {base}'), False
        return self.heard(put(r.choice(fact[:4]))), False

    def heard(self, s):
        return self.r.choice(HEARD).replace('{s}', s)

    def clause(self):
        r = self.r
        kinds = list(self.templates)
        kind = 'NONE' if r.random() < .16 else r.choice(kinds[:-1])
        body, spec = r.choice(self.templates[kind])
        text, fact = self.said(body.strip())
        if fact and not text.endswith('?'):
            text += r.choice(self.end) if r.random() < .5 else ''
        return text, [] if not fact else self.pairs(kind, spec), ([] if fact else self.pairs(kind, spec) if kind == 'LIKES' else [])

    @staticmethod
    def pairs(kind, spec):
        out = []
        for part in spec.split(';'):
            w = part.split()
            if len(w) >= 2:
                name = w[2] if len(w) > 2 else kind
                out.append((w[0], w[1], name.rstrip('?'), name.endswith('?')))
        return out

    def apart(self):
        """One clause, or two that have nothing in common."""
        parts = [self.clause()]
        if self.r.random() < .3:
            parts.append(self.clause())
        return [(*part, None) for part in parts]

    def formed(self):
        """Clauses side by side, or what one is to another, with or without something else."""
        if self.r.random() < BESIDE:
            return self.joiner.shared() if self.r.random() < SHARED else self.joiner.beside()
        more = [self.roles.clause() if self.r.random() < .5 else self.clause()] if self.r.random() < .25 else []
        return [(*part, None) for part in [self.roles.clause(), *more]]

    def sentence(self):
        """Text, things with their places, what is said and what shall not be judged."""
        r = self.r
        parts = self.formed() if self.forms else self.joiner.parts() if self.more and r.random() < JOINED else self.apart()
        text, things, said, open_, places = '', [], [], [], {}
        for i, (body, rels, liked, same) in enumerate(parts):
            values, places = self.fill(), {same[0]: places[same[1]]} if same and same != APART else {}
            if i and not same:
                text = text.rstrip('!?') + r.choice(JOIN) if not text.endswith('?') else text + ' '
            elif not i and (body[:1].islower() or body[:1] == '{'):
                text = r.choice(self.begin)
            for token in re.split(r'(\{[A-Z]\})', body):
                if not re.fullmatch(r'\{[A-Z]\}', token):
                    text += token[:1].upper() + token[1:] if text == '' or text.endswith('. ') else token
                    continue
                k = token[1]
                text = self.add(text, values[k], KIND[k], things, places, k)
            for a, b, kind, masked in rels:
                (open_ if masked else said).append([places[a], places[b], kind])
            open_ += [[places[a], places[b], 'DISLIKES'] for a, b, _, _ in liked if a in places and b in places]
        return self.finish(text), things, said, open_

    def add(self, text, value, kind, things, places, letter):
        bare = re.sub('^the ', '', value)
        lead = value[:len(value) - len(bare)]
        if text == '' or text.endswith('. '):
            lead = lead.capitalize()
        if kind == 'PER':
            title = re.match(r'(' + '|'.join(re.escape(t) for t in TITLES) + r') ', value)
            if title:
                lead, bare = title.group(0), value[title.end():]
        start = len(text) + len(lead)
        places[letter] = len(things)
        things.append({'type': kind, 'mentions': [[start, start + len(bare)]]})
        return text + lead + bare

    def finish(self, text):
        return text if text.endswith(('?', '!', '.')) or self.r.random() < .2 else text + '.'


def pools_of(work):
    """Real names out of prepared corpora, so that no head learns ours by heart."""
    pools = {}
    for name in ('crossner', 'docred-blind', 'so5k'):
        for line in open(f'{work}/data/{name}.jsonl'):
            row = json.loads(line)
            for s, e, kind in row['spans']:
                form = row['text'][s:e]
                if re.fullmatch(r"[A-Z][\w'.-]*( [A-Z][\w'-]*){0,3}", form) and 2 < len(form) < 30:
                    pools.setdefault(kind, set()).add(form)
    return {kind: sorted(forms_) for kind, forms_ in pools.items()}


def write(work, name, count, seed=11, **kind):
    writer, seen, rows = Writer(seed, pools_of(work), **kind), set(), []
    while len(rows) < count:
        text, things, said, open_ = writer.sentence()
        if text in seen:
            continue
        seen.add(text)
        spans = [[*t['mentions'][0], t['type']] for t in things if t['type'] not in ('VERSION', 'TIME')]
        rows.append({'id': f'templates/{len(rows)}', 'set': 'templates', 'text': text, 'spans': spans, 'entities': things, 'said': said, 'open': open_})
    with open(f'{work}/data/{name}.jsonl', 'w') as out:
        out.writelines(json.dumps(r, ensure_ascii=False) + '\n' for r in rows)
    print(name, len(rows), 'sentences,', sum(len(r['said']) for r in rows), 'relations')


def main(work, count, more, forms_):
    write(work, 'templates', count)
    write(work, 'notes', more, more=True)
    write(work, 'forms', forms_, seed=12, more=True, forms=True)


if __name__ == '__main__':
    main(sys.argv[1], *map(int, sys.argv[2:5]))
