"""More than one thing said of one: `P works for O and lives in L`, `P, who works for O, lives in L`, `P reports to Q, who lives in L`, `P uses D and E`.
   And two clauses side by side, each with a subject of its own: `P works for O and Q works for U`, `P works for O, Q for U`, beside `P and Q work for O`.
   Out of the templates that begin with who does it, so that the head learns whose the second verb is, whatever the verbs are."""
import re

# What may follow a name at the beginning of a template and is no verb.
NO_VERB = 'and of in from by at with version employee founder guitarist CEO'.split()
DOES = re.compile(r'\{([A-Z])\} (?!(?:' + '|'.join(NO_VERB) + r')\b)(?=[\[a-z])')
SUBJECTS, SHARES = ['PER', 'ORG', 'TECH'], [65, 15, 20]
ALSO = [' and ', ' and ', ' and ', ', and ', ' but ', ' and also ', ' and now ', ', but ']
BOTH = [' and ', ' and ', ' and ', ' as well as ', ', and also ']
OTHER = {'O': 'U', 'D': 'E', 'E': 'F', 'L': 'M', 'Q': 'S', 'U': 'O'}
WHO = {'PER': 'who', 'ORG': 'which', 'TECH': 'which'}
SECOND = {'PER': 'SQ', 'ORG': 'UGO', 'TECH': 'FED'}
BESIDE = [' and ', ' and ', ', and ', ', but ', '; ', ' while ', ', whereas ', ', ']
# What is left of a clause whose verb was said before: `P … for O`.
GAPPED = re.compile(r'^(\{[A-Z]\}) [a-z ]+? ((?:for|at|to|in|on) \{[A-Z]\})$')
# Of clauses that deny or wish so many are kept: most of what is joined is said.
KEPT = 0.3
# Of a part that has names of its own, and says itself how it is joined.
APART = ('', '')


class Joiner:
    def __init__(self, writer, kinds):
        self.writer, self.r, self.kinds, self.does = writer, writer.r, kinds, {}
        for name, rows in writer.templates.items():
            for body, spec in rows:
                found = DOES.match(body)
                if found:
                    self.does.setdefault(kinds[found[1]], {}).setdefault(name, []).append((body.strip(), spec))

    def parts(self):
        """Bodies with what they say; each but the first has the letter of its subject, and which letter of the part before that is."""
        way = self.r.random()
        if way < .2:
            return [self.both()]
        if way < .65:
            return self.several()
        return self.aside() if way < .8 else self.behind()

    def clause(self, kind, fits=lambda text: True, of=None):
        """What is done by the subject, whose letter stands first: `{P} works for {O}`."""
        r, rows = self.r, self.does[kind]
        while True:
            name = of or ('NONE' if 'NONE' in rows and r.random() < .16 else r.choice([one for one in rows if one != 'NONE']))
            body, spec = r.choice(rows[name])
            text, fact = self.writer.said(body)
            is_whole = text.startswith(body[:4]) and not text.endswith('?') and '{R}' not in text
            if is_whole and fits(text) and (fact or r.random() < KEPT):
                pairs = self.writer.pairs(name, spec)
                return text, pairs if fact else [], pairs if not fact and name == 'LIKES' else []

    def subject(self):
        return self.r.choices(SUBJECTS, SHARES)[0]

    def several(self):
        """Two or three verbs with one subject."""
        kind, count = self.subject(), 3 if self.r.random() < .25 else 2
        clauses = [self.clause(kind) for _ in range(count)]
        first = clauses[0][0][1]
        parts = [(*clauses[0], None)]
        for i, (text, said, liked) in enumerate(clauses[1:]):
            lead = ', ' if i + 2 < count else self.r.choice(ALSO)
            parts.append((lead + text[4:], said, liked, (text[1], first if i == 0 else clauses[i][0][1])))
        return parts

    def beside(self):
        """Two subjects, each with a verb of its own; more often than not the verbs say the same of each."""
        r, kind = self.r, self.subject()
        name = r.choice([one for one in self.does[kind] if one != 'NONE']) if r.random() < .7 else None
        text, *first = self.clause(kind, of=name)
        other, *second = self.clause(kind, of=name)
        if name and r.random() < .4:
            other, second = text, first
        gapped = GAPPED.match(other) if other == text else None
        if gapped and r.random() < .3:
            other = f'{gapped[1]} {gapped[2]}'
        return [(text, *first, None), (r.choice(BESIDE) + other, *second, APART)]

    def shared(self):
        """Two subjects of one verb: `P and Q work for O`."""
        kind, r = self.subject(), self.r
        while True:
            name = r.choice([one for one in self.does[kind] if one != 'NONE'])
            body, spec = r.choice(self.does[kind][name])
            letter, verb = body[1], re.match(r'\{[A-Z]\} \[(\w+)\]', body)
            other = next((one for one in SECOND[kind] if '{' + one + '}' not in body), None)
            if verb and other:
                break
        text, fact = self.writer.said(f'{{{letter}}}{r.choice(BOTH)}{{{other}}} [{verb[1]}+]{body[verb.end():]}')
        pairs = self.writer.pairs(name, spec)
        both = pairs + [tuple(other if part == letter else part for part in pair[:2]) + pair[2:] for pair in pairs if letter in pair[:2]]
        return [(text, both if fact and not text.endswith('?') else [], both if not fact and name == 'LIKES' else [], None)]

    def aside(self):
        """What is said in passing between the subject and its verb."""
        kind = self.subject()
        (text, said, liked), (other, *more) = self.clause(kind), self.clause(kind)
        return [(f'{text[:3]}, {WHO[kind]} {text[4:]}', said, liked, None), (f', {other[4:]}', *more, (other[1], text[1]))]

    def behind(self):
        """Of what the first clause ends with, not of its subject."""
        ends = lambda text: re.search(r' \{([A-Z])\}$', text)
        text, said, liked = self.clause(self.subject(), lambda text: ends(text) and self.kinds[ends(text)[1]] in WHO)
        last = ends(text)[1]
        kind = self.kinds[last]
        other, *more = self.clause(kind)
        return [(text, said, liked, None), (f', {WHO[kind]} {other[4:]}', *more, (other[1], last))]

    def both(self):
        """Two of what is done something with."""
        ends = lambda text: re.search(r' \{([A-Z])\}$', text)
        can = lambda text: ends(text) and OTHER.get(ends(text)[1], '{') not in re.findall(r'\{([A-Z])\}', text) and ends(text)[1] in OTHER
        text, said, liked = self.clause(self.subject(), can)
        last = ends(text)[1]
        other = OTHER[last]
        swap = lambda pairs: [(other if a == last else a, other if b == last else b, *rest) for a, b, *rest in pairs if last in (a, b)]
        return text + self.r.choice(BOTH) + '{' + other + '}', said + swap(said), liked + swap(liked), None
