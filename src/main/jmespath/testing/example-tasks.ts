/** A payload and the result that an operator wants for it. */
type Row = readonly [record: unknown, wanted: unknown]

export interface ExampleTask {
  name: string
  /** The custom field's name. */
  field: string
  rows: readonly Row[]
  /** How many rows from the first on are typed; the others are held out. */
  typed: number
}

const task = (name: string, field: string, typed: number, rows: readonly Row[]): ExampleTask => ({
  name,
  field,
  rows,
  typed
})

/** Personio wraps each attribute with its label. */
const personio = (id: number, attributes: Record<string, readonly [label: string, value: unknown]>) => ({
  type: 'Employee',
  attributes: {
    id: { label: 'ID', value: id, type: 'integer', universal_id: 'id' },
    ...Object.fromEntries(
      Object.entries(attributes).map(([name, [label, value]]) => [
        name,
        { label, value, type: 'standard', universal_id: name.startsWith('dynamic') ? null : name }
      ])
    )
  }
})
const personioPart = (type: string, id: number, name: string) => ({ type, attributes: { id, name } })

/** Workday's references: one thing under several ids. */
const workdayRef = (wid: string, ...ids: readonly (readonly [type: string, id: string])[]) => ({
  '@Descriptor': wid,
  ID: [{ '@type': 'WID', $: wid }, ...ids.map(([type, id]) => ({ '@type': type, $: id }))]
})

/** OData's list. */
const results = (...list: readonly unknown[]) => ({ results: list })

const adpUnit = (kind: string, code: string, name: string) => ({
  nameCode: { codeValue: code, shortName: name },
  typeCode: { codeValue: kind, shortName: kind }
})

/**
 * Sixty wants of operators over payloads shaped as the HR systems document them, made up in every value. They were
 * written before the search, and each has records that nobody typed.
 */
export const exampleTasks: readonly ExampleTask[] = [
  // BambooHR: flat, everything is a text.
  task('number in a text', 'employee_number', 2, [
    [{ id: '88', employeeNumber: '1041', payGroup: '3', firstName: 'Ada' }, 1041],
    [{ id: '89', employeeNumber: '1043', payGroup: '3', firstName: 'Grace' }, 1043],
    [{ id: '90', employeeNumber: '2207', payGroup: '1', firstName: 'Alan' }, 2207],
    [{ id: '91', employeeNumber: null, payGroup: '1', firstName: 'Edsger' }, null]
  ]),
  task('boolean from a status', 'is_active', 2, [
    [{ id: '1', status: 'Active', employmentHistoryStatus: 'Full-Time', gender: 'Female' }, true],
    [{ id: '2', status: 'Inactive', employmentHistoryStatus: 'Terminated', gender: 'Male' }, false],
    [{ id: '3', status: 'Active', employmentHistoryStatus: 'Part-Time', gender: 'Male' }, true],
    [{ id: '4', status: 'Inactive', employmentHistoryStatus: 'Full-Time', gender: 'Female' }, false]
  ]),
  task('full name', 'full_name', 2, [
    [{ firstName: 'Ada', lastName: 'Byron', preferredName: null, jobTitle: 'Analyst' }, 'Ada Byron'],
    [{ firstName: 'Grace', lastName: 'Hopper', preferredName: 'Amazing', jobTitle: 'Admiral' }, 'Grace Hopper'],
    [{ firstName: 'Alan', lastName: 'Turing', preferredName: null, jobTitle: 'Fellow' }, 'Alan Turing']
  ]),
  task('city and country', 'work_place', 2, [
    [{ location: 'HQ', city: 'Kraków', state: 'Lesser Poland', country: 'Poland' }, 'Kraków, Poland'],
    [{ location: 'HQ', city: 'Lyon', state: 'Rhône', country: 'France' }, 'Lyon, France'],
    [{ location: 'Remote', city: 'Porto', state: 'Porto', country: 'Portugal' }, 'Porto, Portugal']
  ]),
  task('amount in an object', 'salary', 2, [
    [{ payRate: { value: '52000.00', currency: 'EUR' }, payPer: 'Year', standardHours: '40' }, 52000],
    [{ payRate: { value: '61250.50', currency: 'EUR' }, payPer: 'Year', standardHours: '38' }, 61250.5],
    [{ payRate: { value: '4100.25', currency: 'USD' }, payPer: 'Month', standardHours: '40' }, 4100.25]
  ]),
  task('newest row of a table', 'job_title', 2, [
    [
      {
        jobInfo: [
          { date: '2023-04-01', jobTitle: 'Senior Analyst', division: 'Data' },
          { date: '2019-01-07', jobTitle: 'Analyst', division: 'Data' }
        ]
      },
      'Senior Analyst'
    ],
    [
      {
        jobInfo: [
          { date: '2018-02-01', jobTitle: 'Clerk', division: 'Office' },
          { date: '2021-10-01', jobTitle: 'Office Manager', division: 'Office' },
          { date: '2020-05-01', jobTitle: 'Assistant', division: 'Office' }
        ]
      },
      'Office Manager'
    ],
    [
      {
        jobInfo: [
          { date: '2020-02-01', jobTitle: 'Driver', division: 'Fleet' },
          { date: '2022-03-01', jobTitle: 'Dispatcher', division: 'Fleet' },
          { date: '2021-03-01', jobTitle: 'Planner', division: 'Fleet' }
        ]
      },
      'Dispatcher'
    ]
  ]),
  task('names of a list in one text', 'dependents', 2, [
    [
      {
        employeeId: '7',
        dependents: [
          { firstName: 'Ida', relationship: 'Child' },
          { firstName: 'Ole', relationship: 'Child' }
        ]
      },
      'Ida, Ole'
    ],
    [{ employeeId: '8', dependents: [{ firstName: 'Mia', relationship: 'Spouse' }] }, 'Mia'],
    [
      {
        employeeId: '9',
        dependents: [
          { firstName: 'Ben', relationship: 'Child' },
          { firstName: 'Ana', relationship: 'Child' },
          { firstName: 'Leo', relationship: 'Child' }
        ]
      },
      'Ben, Ana, Leo'
    ]
  ]),
  task('code to label', 'overtime', 2, [
    [{ id: '1', exempt: 'E', payType: 'Salary' }, 'Exempt'],
    [{ id: '2', exempt: 'N', payType: 'Salary' }, 'Non-exempt'],
    [{ id: '3', exempt: 'N', payType: 'Hourly' }, 'Non-exempt'],
    [{ id: '4', exempt: 'E', payType: 'Hourly' }, 'Exempt'],
    [{ id: '5', exempt: null, payType: 'Hourly' }, null]
  ]),
  task('own mail, else the private one', 'contact_email', 2, [
    [{ workEmail: 'ada@umber.example', homeEmail: 'ada@home.example', bestEmail: null }, 'ada@umber.example'],
    [{ workEmail: null, homeEmail: 'grace@home.example', bestEmail: null }, 'grace@home.example'],
    [{ workEmail: '', homeEmail: 'alan@home.example', bestEmail: null }, 'alan@home.example'],
    [{ workEmail: 'eda@umber.example', homeEmail: null, bestEmail: null }, 'eda@umber.example']
  ]),

  // Personio
  task('custom attribute', 'cost_center', 2, [
    [personio(11, { dynamic_48211: ['Cost center', '4400'], dynamic_48212: ['Shoe size', '41'] }), '4400'],
    [personio(12, { dynamic_48211: ['Cost center', '4410'], dynamic_48212: ['Shoe size', '38'] }), '4410'],
    [personio(13, { dynamic_48211: ['Cost center', '5100'], dynamic_48212: ['Shoe size', '4400'] }), '5100']
  ]),
  task('name of a related thing', 'department', 2, [
    [
      personio(1, {
        team: ['Team', personioPart('Team', 4, 'Blue')],
        department: ['Department', personioPart('Department', 9, 'Sales')]
      }),
      'Sales'
    ],
    [
      personio(2, {
        team: ['Team', personioPart('Team', 5, 'Red')],
        department: ['Department', personioPart('Department', 8, 'Legal')]
      }),
      'Legal'
    ],
    [
      personio(3, { team: ['Team', null], department: ['Department', personioPart('Department', 8, 'Legal')] }),
      'Legal'
    ],
    [personio(4, { team: ['Team', personioPart('Team', 5, 'Red')], department: ['Department', null] }), null]
  ]),
  task('office, else the subcompany', 'site', 2, [
    [
      personio(1, {
        office: ['Office', personioPart('Office', 1, 'Munich')],
        subcompany: ['Subcompany', personioPart('Subcompany', 3, 'Umber GmbH')]
      }),
      'Munich'
    ],
    [
      personio(2, { office: ['Office', null], subcompany: ['Subcompany', personioPart('Subcompany', 4, 'Umber AG')] }),
      'Umber AG'
    ],
    [
      personio(3, { office: ['Office', personioPart('Office', 2, 'Berlin')], subcompany: ['Subcompany', null] }),
      'Berlin'
    ]
  ]),
  task('cost centers joined', 'cost_centers', 2, [
    [
      personio(1, {
        cost_centers: ['Cost centers', [personioPart('CostCenter', 1, '4400'), personioPart('CostCenter', 2, '4500')]]
      }),
      '4400/4500'
    ],
    [personio(2, { cost_centers: ['Cost centers', [personioPart('CostCenter', 3, '4700')]] }), '4700'],
    [
      personio(3, {
        cost_centers: [
          'Cost centers',
          [
            personioPart('CostCenter', 9, '1'),
            personioPart('CostCenter', 1, '4400'),
            personioPart('CostCenter', 7, '3300')
          ]
        ]
      }),
      '1/4400/3300'
    ]
  ]),
  task('contractor from the type', 'is_contractor', 2, [
    [personio(1, { employment_type: ['Type', 'internal'], status: ['Status', 'active'] }), false],
    [personio(2, { employment_type: ['Type', 'external'], status: ['Status', 'active'] }), true],
    [personio(3, { employment_type: ['Type', 'internal'], status: ['Status', 'inactive'] }), false],
    [personio(4, { employment_type: ['Type', 'external'], status: ['Status', 'inactive'] }), true]
  ]),
  task('region of the holidays', 'holiday_region', 2, [
    [
      personio(1, {
        holiday_calendar: [
          'Calendar',
          { type: 'HolidayCalendar', attributes: { id: 1, name: 'Bavaria', country: 'DE', state: 'BY' } }
        ]
      }),
      'DE-BY'
    ],
    [
      personio(2, {
        holiday_calendar: [
          'Calendar',
          { type: 'HolidayCalendar', attributes: { id: 2, name: 'Hesse', country: 'DE', state: 'HE' } }
        ]
      }),
      'DE-HE'
    ],
    [
      personio(3, {
        holiday_calendar: [
          'Calendar',
          { type: 'HolidayCalendar', attributes: { id: 3, name: 'Tyrol', country: 'AT', state: '7' } }
        ]
      }),
      'AT-7'
    ]
  ]),
  task('hours as a number', 'weekly_hours', 2, [
    [personio(1, { weekly_working_hours: ['Hours', '40'], fte: ['FTE', '1'] }), 40],
    [personio(2, { weekly_working_hours: ['Hours', '32.5'], fte: ['FTE', '0.8'] }), 32.5],
    [personio(3, { weekly_working_hours: ['Hours', '20'], fte: ['FTE', '0.5'] }), 20]
  ]),
  task('mail of the supervisor', 'manager_email', 1, [
    [
      personio(1, {
        email: ['Email', 'a@u.example'],
        supervisor: [
          'Supervisor',
          { type: 'Employee', attributes: { id: { value: 5 }, email: { label: 'Email', value: 'boss@u.example' } } }
        ]
      }),
      'boss@u.example'
    ],
    [
      personio(2, {
        email: ['Email', 'b@u.example'],
        supervisor: [
          'Supervisor',
          { type: 'Employee', attributes: { id: { value: 6 }, email: { label: 'Email', value: 'chief@u.example' } } }
        ]
      }),
      'chief@u.example'
    ],
    [personio(3, { email: ['Email', 'c@u.example'], supervisor: ['Supervisor', null] }), null]
  ]),

  // HiBob
  task('custom column by its id', 'building', 2, [
    [
      {
        id: '3001',
        work: { site: 'Tel Aviv', customColumns: { column_1655996461265: 'North Tower', column_1644862416222: '4' } }
      },
      'North Tower'
    ],
    [
      {
        id: '3002',
        work: { site: 'Tel Aviv', customColumns: { column_1655996461265: 'South Tower', column_1644862416222: '2' } }
      },
      'South Tower'
    ],
    [{ id: '3003', work: { site: 'London', customColumns: { column_1644862416222: '9' } } }, null]
  ]),
  task('readable value beside the id', 'employment_contract', 2, [
    [
      {
        payroll: { employment: { contract: '257' } },
        humanReadable: { payroll: { employment: { contract: 'Full time' } } }
      },
      'Full time'
    ],
    [
      {
        payroll: { employment: { contract: '258' } },
        humanReadable: { payroll: { employment: { contract: 'Intern' } } }
      },
      'Intern'
    ],
    [
      {
        payroll: { employment: { contract: '257' } },
        humanReadable: { payroll: { employment: { contract: 'Full time' } } }
      },
      'Full time'
    ],
    [
      {
        payroll: { employment: { contract: '261' } },
        humanReadable: { payroll: { employment: { contract: 'Freelance' } } }
      },
      'Freelance'
    ]
  ]),
  task('ids of a list to labels', 'contract_kind', 3, [
    [{ id: '1', payroll: { employment: { type: '257' } }, work: { isManager: true } }, 'permanent'],
    [{ id: '2', payroll: { employment: { type: '258' } }, work: { isManager: false } }, 'temporary'],
    [{ id: '3', payroll: { employment: { type: '259' } }, work: { isManager: false } }, 'intern'],
    [{ id: '4', payroll: { employment: { type: '258' } }, work: { isManager: true } }, 'temporary'],
    [{ id: '5', payroll: { employment: { type: '257' } }, work: { isManager: true } }, 'permanent'],
    [{ id: '6', payroll: { employment: { type: '259' } }, work: { isManager: true } }, 'intern']
  ]),
  task('first nationality', 'nationality', 2, [
    [{ about: { hobbies: ['Chess'] }, personal: { nationality: ['French', 'Belgian'] } }, 'French'],
    [{ about: { hobbies: [] }, personal: { nationality: ['Danish'] } }, 'Danish'],
    [{ about: { hobbies: ['Go'] }, personal: { nationality: ['Polish', 'German'] } }, 'Polish'],
    [{ about: { hobbies: ['Go'] }, personal: { nationality: [] } }, null]
  ]),
  task('all nationalities', 'nationalities', 2, [
    [{ personal: { nationality: ['French', 'Belgian'], languages: ['fr'] } }, 'French; Belgian'],
    [{ personal: { nationality: ['Danish'], languages: ['da', 'en'] } }, 'Danish'],
    [{ personal: { nationality: ['Polish', 'German', 'Irish'], languages: ['pl'] } }, 'Polish; German; Irish']
  ]),
  task('name and mail of the manager', 'reports_to', 2, [
    [
      { work: { reportsTo: { id: '21', displayName: 'Kim Ray', email: 'kim@u.example' }, title: 'Dev' } },
      'Kim Ray <kim@u.example>'
    ],
    [
      { work: { reportsTo: { id: '22', displayName: 'Bo Li', email: 'bo@u.example' }, title: 'Ops' } },
      'Bo Li <bo@u.example>'
    ],
    [
      { work: { reportsTo: { id: '23', displayName: 'Uma Dey', email: 'uma@u.example' }, title: 'Ops' } },
      'Uma Dey <uma@u.example>'
    ]
  ]),
  task('absence from a status with three values', 'on_leave', 3, [
    [{ internal: { status: 'Active', lifecycleStatus: 'employed' }, id: '1' }, false],
    [{ internal: { status: 'Active', lifecycleStatus: 'parentalLeave' }, id: '2' }, true],
    [{ internal: { status: 'Inactive', lifecycleStatus: 'terminated' }, id: '3' }, false],
    [{ internal: { status: 'Active', lifecycleStatus: 'employed' }, id: '4' }, false],
    [{ internal: { status: 'Inactive', lifecycleStatus: 'parentalLeave' }, id: '5' }, true]
  ]),

  // Workday
  task('one of several ids', 'employee_id', 2, [
    [{ Worker_Reference: workdayRef('9af1', ['Employee_ID', 'E-1041']), Worker_Data: { User_ID: 'ada' } }, 'E-1041'],
    [
      {
        Worker_Reference: workdayRef('77c0', ['Contingent_Worker_ID', 'C-3'], ['Employee_ID', 'E-2200']),
        Worker_Data: { User_ID: 'grace' }
      },
      'E-2200'
    ],
    [
      {
        Worker_Reference: workdayRef('b801', ['Employee_ID', 'E-0007'], ['Universal_ID', 'U-4']),
        Worker_Data: { User_ID: 'alan' }
      },
      'E-0007'
    ],
    [
      { Worker_Reference: workdayRef('b802', ['Contingent_Worker_ID', 'C-9']), Worker_Data: { User_ID: 'edsger' } },
      null
    ]
  ]),
  task('an organization by its type', 'cost_center', 2, [
    [
      {
        Worker_Data: {
          Organization_Data: [
            { Organization_Type: 'Company', Organization_Name: 'Umber Inc', Organization_Code: 'U1' },
            { Organization_Type: 'Cost_Center', Organization_Name: 'Research', Organization_Code: '6610' }
          ]
        }
      },
      '6610'
    ],
    [
      {
        Worker_Data: {
          Organization_Data: [
            { Organization_Type: 'Cost_Center', Organization_Name: 'Sales', Organization_Code: '6200' },
            { Organization_Type: 'Region', Organization_Name: 'EMEA', Organization_Code: 'R2' }
          ]
        }
      },
      '6200'
    ],
    [
      {
        Worker_Data: {
          Organization_Data: [
            { Organization_Type: 'Region', Organization_Name: 'APAC', Organization_Code: 'R3' },
            { Organization_Type: 'Company', Organization_Name: 'Umber Ltd', Organization_Code: 'U2' },
            { Organization_Type: 'Cost_Center', Organization_Name: 'Legal', Organization_Code: '6300' }
          ]
        }
      },
      '6300'
    ]
  ]),
  task('an id within an organization of a type', 'supervisory_org', 2, [
    [
      {
        Organizations: [
          { Type: 'Supervisory', Reference: workdayRef('aa', ['Organization_Reference_ID', 'SUP_12']) },
          { Type: 'Company', Reference: workdayRef('ab', ['Organization_Reference_ID', 'CO_1']) }
        ]
      },
      'SUP_12'
    ],
    [
      {
        Organizations: [
          { Type: 'Company', Reference: workdayRef('ac', ['Organization_Reference_ID', 'CO_1']) },
          { Type: 'Supervisory', Reference: workdayRef('ad', ['Organization_Reference_ID', 'SUP_40']) }
        ]
      },
      'SUP_40'
    ],
    [
      {
        Organizations: [
          { Type: 'Company', Reference: workdayRef('ae', ['Organization_Reference_ID', 'CO_2']) },
          { Type: 'Pay_Group', Reference: workdayRef('af', ['Organization_Reference_ID', 'PG_2']) },
          { Type: 'Supervisory', Reference: workdayRef('b0', ['Organization_Reference_ID', 'SUP_07']) }
        ]
      },
      'SUP_07'
    ]
  ]),
  task('mail by its usage', 'work_email', 2, [
    [
      {
        Contact_Data: {
          Email_Address_Data: [
            { Email_Address: 'ada@home.example', Usage: 'HOME' },
            { Email_Address: 'ada@u.example', Usage: 'WORK' }
          ]
        }
      },
      'ada@u.example'
    ],
    [
      { Contact_Data: { Email_Address_Data: [{ Email_Address: 'grace@u.example', Usage: 'WORK' }] } },
      'grace@u.example'
    ],
    [
      {
        Contact_Data: {
          Email_Address_Data: [
            { Email_Address: 'alan@u.example', Usage: 'WORK' },
            { Email_Address: 'alan@home.example', Usage: 'HOME' }
          ]
        }
      },
      'alan@u.example'
    ],
    [{ Contact_Data: { Email_Address_Data: [{ Email_Address: 'edsger@home.example', Usage: 'HOME' }] } }, null]
  ]),
  task('phone from its parts', 'work_phone', 2, [
    [{ Phone: { Country_Code: '49', Area_Code: '89', Number: '5550101', Device: 'Landline' } }, '+49 89 5550101'],
    [{ Phone: { Country_Code: '43', Area_Code: '1', Number: '5550177', Device: 'Mobile' } }, '+43 1 5550177'],
    [{ Phone: { Country_Code: '48', Area_Code: '22', Number: '5550133', Device: 'Mobile' } }, '+48 22 5550133']
  ]),
  task('boolean from one and zero', 'is_manager', 2, [
    [{ Position_Data: { Manager_Flag: '1', Primary_Flag: '1', Exclude_From_Headcount: '0' } }, true],
    [{ Position_Data: { Manager_Flag: '0', Primary_Flag: '1', Exclude_From_Headcount: '0' } }, false],
    [{ Position_Data: { Manager_Flag: '1', Primary_Flag: '1', Exclude_From_Headcount: '1' } }, true],
    [{ Position_Data: { Manager_Flag: '0', Primary_Flag: '1', Exclude_From_Headcount: '1' } }, false]
  ]),
  task('title of the primary job', 'business_title', 2, [
    [
      {
        Jobs: [
          { Primary: false, Title: 'Mentor' },
          { Primary: true, Title: 'Engineer' }
        ]
      },
      'Engineer'
    ],
    [{ Jobs: [{ Primary: true, Title: 'Counsel' }] }, 'Counsel'],
    [
      {
        Jobs: [
          { Primary: true, Title: 'Buyer' },
          { Primary: false, Title: 'First Aider' }
        ]
      },
      'Buyer'
    ],
    [
      {
        Jobs: [
          { Primary: false, Title: 'Coach' },
          { Primary: false, Title: 'Mentor' },
          { Primary: true, Title: 'Nurse' }
        ]
      },
      'Nurse'
    ]
  ]),
  task('keys with colons', 'location', 1, [
    [{ 'wd:Worker': { 'wd:Location': { 'wd:Name': 'Pune Campus', 'wd:ID': 'L-77' } } }, 'Pune Campus'],
    [{ 'wd:Worker': { 'wd:Location': { 'wd:Name': 'Cork', 'wd:ID': 'L-12' } } }, 'Cork'],
    [{ 'wd:Worker': { 'wd:Location': { 'wd:Name': 'Gdańsk', 'wd:ID': 'L-90' } } }, 'Gdańsk']
  ]),

  // SAP SuccessFactors
  task('label in one language', 'job_family', 2, [
    [
      {
        jobCodeNav: {
          picklistLabels: results({ locale: 'de_DE', label: 'Technik' }, { locale: 'en_US', label: 'Engineering' })
        }
      },
      'Engineering'
    ],
    [
      {
        jobCodeNav: {
          picklistLabels: results({ locale: 'en_US', label: 'Finance' }, { locale: 'fr_FR', label: 'Finances' })
        }
      },
      'Finance'
    ],
    [
      {
        jobCodeNav: {
          picklistLabels: results(
            { locale: 'fr_FR', label: 'Droit' },
            { locale: 'de_DE', label: 'Recht' },
            { locale: 'en_US', label: 'Legal' }
          )
        }
      },
      'Legal'
    ]
  ]),
  task('localized object', 'department_name', 2, [
    [
      {
        department: {
          externalCode: '501',
          name_defaultValue: 'HR',
          name_localized: { de_DE: 'Personal', en_US: 'Human Resources' }
        }
      },
      'Human Resources'
    ],
    [
      {
        department: {
          externalCode: '502',
          name_defaultValue: 'IT',
          name_localized: { de_DE: 'Informatik', en_US: 'Information Technology' }
        }
      },
      'Information Technology'
    ],
    [
      {
        department: {
          externalCode: '503',
          name_defaultValue: 'Fin',
          name_localized: { de_DE: 'Finanzen', en_US: 'Finance' }
        }
      },
      'Finance'
    ]
  ]),
  task('language, else the default value', 'position_title', 2, [
    [{ position: { title_de_DE: 'Fahrer', title_en_US: 'Driver', title_defaultValue: 'DRV' } }, 'Driver'],
    [{ position: { title_de_DE: 'Koch', title_en_US: null, title_defaultValue: 'Cook' } }, 'Cook'],
    [{ position: { title_de_DE: null, title_en_US: 'Nurse', title_defaultValue: 'NRS' } }, 'Nurse'],
    [{ position: { title_de_DE: 'Arzt', title_en_US: '', title_defaultValue: 'Doctor' } }, 'Doctor']
  ]),
  task('field of the only result', 'division', 2, [
    [
      { userId: 'a', empInfo: { jobInfoNav: results({ seqNumber: '1', division: 'Retail', department: '5000041' }) } },
      'Retail'
    ],
    [
      { userId: 'b', empInfo: { jobInfoNav: results({ seqNumber: '2', division: 'Energy', department: '5000042' }) } },
      'Energy'
    ],
    [
      { userId: 'c', empInfo: { jobInfoNav: results({ seqNumber: '1', division: 'Retail', department: '5000043' }) } },
      'Retail'
    ],
    [{ userId: 'd', empInfo: { jobInfoNav: results() } }, null]
  ]),
  task('primary mail', 'email', 2, [
    [
      {
        emailNav: results(
          { emailType: '8448', isPrimary: true, emailAddress: 'ada@u.example' },
          { emailType: '8449', isPrimary: false, emailAddress: 'ada@p.example' }
        )
      },
      'ada@u.example'
    ],
    [
      {
        emailNav: results(
          { emailType: '8448', isPrimary: false, emailAddress: 'grace@u.example' },
          { emailType: '8449', isPrimary: true, emailAddress: 'grace@p.example' }
        )
      },
      'grace@p.example'
    ],
    [
      {
        emailNav: results(
          { emailType: '8449', isPrimary: false, emailAddress: 'alan@p.example' },
          { emailType: '8448', isPrimary: true, emailAddress: 'alan@u.example' }
        )
      },
      'alan@u.example'
    ]
  ]),
  task('phone of one type', 'mobile', 2, [
    [
      {
        phoneNav: results(
          { phoneType: '10605', phoneNumber: '5550111' },
          { phoneType: '10606', phoneNumber: '5550112' }
        )
      },
      '5550112'
    ],
    [
      {
        phoneNav: results(
          { phoneType: '10606', phoneNumber: '5550122' },
          { phoneType: '10605', phoneNumber: '5550121' }
        )
      },
      '5550122'
    ],
    [{ phoneNav: results({ phoneType: '10605', phoneNumber: '5550131' }) }, null],
    [
      {
        phoneNav: results(
          { phoneType: '10604', phoneNumber: '5550140' },
          { phoneType: '10605', phoneNumber: '5550141' },
          { phoneType: '10606', phoneNumber: '5550142' }
        )
      },
      '5550142'
    ]
  ]),
  task('called name, else the first name', 'known_as', 2, [
    [{ personalInfo: { firstName: 'Katherine', lastName: 'Jones', preferredName: 'Kate', initials: 'KJ' } }, 'Kate'],
    [{ personalInfo: { firstName: 'Omar', lastName: 'Haddad', preferredName: null, initials: 'OH' } }, 'Omar'],
    [{ personalInfo: { firstName: 'Elizabeth', lastName: 'Moss', preferredName: 'Liz', initials: 'EM' } }, 'Liz'],
    [{ personalInfo: { firstName: 'Ivo', lastName: 'Novak', initials: 'IN' } }, 'Ivo']
  ]),
  task('code to label with a default', 'employee_class', 3, [
    [{ jobInfo: { employeeClass: 'P', payGrade: 'GR-1', notes: null } }, 'Permanent'],
    [{ jobInfo: { employeeClass: 'T', payGrade: 'GR-2', notes: null } }, 'Temporary'],
    [{ jobInfo: { employeeClass: 'C', payGrade: 'GR-3', notes: null } }, 'Contractor'],
    [{ jobInfo: { employeeClass: 'P', payGrade: 'GR-4', notes: null } }, 'Permanent'],
    [{ jobInfo: { employeeClass: 'T', payGrade: 'GR-4', notes: null } }, 'Temporary'],
    [{ jobInfo: { employeeClass: null, payGrade: 'GR-4', notes: null } }, null]
  ]),
  task('numbered custom text', 'union_code', 2, [
    [{ userId: 'a', customString1: 'A1', customString2: 'IGM', customString3: 'X' }, 'IGM'],
    [{ userId: 'b', customString1: 'A2', customString2: 'VERDI', customString3: 'X' }, 'VERDI'],
    [{ userId: 'c', customString1: 'IGM', customString2: null, customString3: 'Y' }, null]
  ]),
  task('two phones in one text', 'phones', 2, [
    [{ contact: { mobile: '5550111', desk: '5550119', fax: null } }, '5550111 / 5550119'],
    [{ contact: { mobile: '5550122', desk: '5550129', fax: '5550100' } }, '5550122 / 5550129'],
    [{ contact: { mobile: '5550133', desk: null, fax: null } }, '5550133'],
    [{ contact: { mobile: '5550144', desk: '5550149', fax: null } }, '5550144 / 5550149']
  ]),

  // UKG
  task('four status codes', 'employment_status', 4, [
    [{ employeeStatusCode: 'A', jobGroupCode: 'OPS', fullTimeOrPartTimeCode: 'F' }, 'Active'],
    [{ employeeStatusCode: 'T', jobGroupCode: 'OPS', fullTimeOrPartTimeCode: 'F' }, 'Terminated'],
    [{ employeeStatusCode: 'L', jobGroupCode: 'FIN', fullTimeOrPartTimeCode: 'P' }, 'On leave'],
    [{ employeeStatusCode: 'R', jobGroupCode: 'FIN', fullTimeOrPartTimeCode: 'P' }, 'Retired'],
    [{ employeeStatusCode: 'L', jobGroupCode: 'OPS', fullTimeOrPartTimeCode: 'F' }, 'On leave'],
    [{ employeeStatusCode: 'A', jobGroupCode: 'FIN', fullTimeOrPartTimeCode: 'P' }, 'Active']
  ]),
  task('levels in one path', 'org_path', 2, [
    [{ orgLevel1Code: 'US', orgLevel2Code: 'EAST', orgLevel3Code: 'NYC', orgLevel4Code: null }, 'US > EAST > NYC'],
    [{ orgLevel1Code: 'US', orgLevel2Code: 'WEST', orgLevel3Code: 'LAX', orgLevel4Code: null }, 'US > WEST > LAX'],
    [{ orgLevel1Code: 'CA', orgLevel2Code: 'ON', orgLevel3Code: 'TOR', orgLevel4Code: null }, 'CA > ON > TOR']
  ]),
  task('custom property by name', 'badge_number', 2, [
    [
      {
        employeeId: 'X1',
        properties: [
          { name: 'Locker', value: '12' },
          { name: 'Badge number', value: 'B-77' }
        ]
      },
      'B-77'
    ],
    [
      {
        employeeId: 'X2',
        properties: [
          { name: 'Badge number', value: 'B-78' },
          { name: 'Locker', value: '30' }
        ]
      },
      'B-78'
    ],
    [
      {
        employeeId: 'X3',
        properties: [
          { name: 'Parking', value: 'P2' },
          { name: 'Locker', value: '7' },
          { name: 'Badge number', value: 'B-12' }
        ]
      },
      'B-12'
    ],
    [{ employeeId: 'X4', properties: [] }, null]
  ]),
  task('number in a custom property', 'shoe_size', 2, [
    [
      {
        properties: [
          { name: 'ShoeSize', value: '42' },
          { name: 'Locker', value: '12' }
        ]
      },
      42
    ],
    [
      {
        properties: [
          { name: 'Locker', value: '13' },
          { name: 'ShoeSize', value: '38' }
        ]
      },
      38
    ],
    [
      {
        properties: [
          { name: 'Locker', value: '44' },
          { name: 'Visa', value: 'no' },
          { name: 'ShoeSize', value: '45' }
        ]
      },
      45
    ],
    [{ properties: [{ name: 'Locker', value: '44' }] }, null]
  ]),
  task('boolean in a custom property', 'works_remotely', 2, [
    [
      {
        custom: [
          { key: 'remote', value: 'yes' },
          { key: 'bike', value: 'no' }
        ]
      },
      true
    ],
    [
      {
        custom: [
          { key: 'bike', value: 'yes' },
          { key: 'remote', value: 'no' }
        ]
      },
      false
    ],
    [
      {
        custom: [
          { key: 'remote', value: 'yes' },
          { key: 'bike', value: 'yes' }
        ]
      },
      true
    ],
    [
      {
        custom: [
          { key: 'bike', value: 'no' },
          { key: 'remote', value: 'no' }
        ]
      },
      false
    ]
  ]),

  // ADP
  task('title of the primary assignment', 'job_title', 2, [
    [
      {
        workAssignments: [
          { primaryIndicator: true, jobTitle: 'Buyer', itemID: '1N' },
          { primaryIndicator: false, jobTitle: 'Trainer', itemID: '2N' }
        ]
      },
      'Buyer'
    ],
    [
      {
        workAssignments: [
          { primaryIndicator: false, jobTitle: 'Steward', itemID: '3N' },
          { primaryIndicator: true, jobTitle: 'Welder', itemID: '4N' }
        ]
      },
      'Welder'
    ],
    [{ workAssignments: [{ primaryIndicator: true, jobTitle: 'Clerk', itemID: '5N' }] }, 'Clerk']
  ]),
  task('custom text by its code', 't_shirt_size', 2, [
    [
      {
        customFieldGroup: {
          stringFields: [
            { nameCode: { codeValue: 'ShirtSize' }, stringValue: 'M' },
            { nameCode: { codeValue: 'Diet' }, stringValue: 'vegan' }
          ]
        }
      },
      'M'
    ],
    [
      {
        customFieldGroup: {
          stringFields: [
            { nameCode: { codeValue: 'Diet' }, stringValue: 'none' },
            { nameCode: { codeValue: 'ShirtSize' }, stringValue: 'XL' }
          ]
        }
      },
      'XL'
    ],
    [{ customFieldGroup: { stringFields: [{ nameCode: { codeValue: 'Diet' }, stringValue: 'M' }] } }, null],
    [
      {
        customFieldGroup: {
          stringFields: [
            { nameCode: { codeValue: 'Car' }, stringValue: 'Fiat' },
            { nameCode: { codeValue: 'ShirtSize' }, stringValue: 'S' }
          ]
        }
      },
      'S'
    ]
  ]),
  task('unit of a type in the primary assignment', 'department', 2, [
    [
      {
        workAssignments: [
          { primary: true, units: [adpUnit('Branch', '1', 'North'), adpUnit('Department', '20', 'Stores')] }
        ]
      },
      'Stores'
    ],
    [
      {
        workAssignments: [
          { primary: true, units: [adpUnit('Department', '21', 'Repair'), adpUnit('Branch', '2', 'South')] }
        ]
      },
      'Repair'
    ],
    [
      {
        workAssignments: [
          {
            primary: true,
            units: [
              adpUnit('Business Unit', 'B', 'Core'),
              adpUnit('Branch', '2', 'South'),
              adpUnit('Department', '25', 'Paint')
            ]
          }
        ]
      },
      'Paint'
    ]
  ]),
  task('name with a middle name where there is one', 'legal_name', 2, [
    [{ legalName: { givenName: 'Ada', middleName: 'King', familyName1: 'Byron' } }, 'Ada King Byron'],
    [{ legalName: { givenName: 'Grace', middleName: null, familyName1: 'Hopper' } }, 'Grace Hopper'],
    [{ legalName: { givenName: 'Alan', middleName: 'Mathison', familyName1: 'Turing' } }, 'Alan Mathison Turing'],
    [{ legalName: { givenName: 'Edsger', familyName1: 'Dijkstra' } }, 'Edsger Dijkstra']
  ]),

  // Greenhouse
  task('keyed custom field with a unit', 'notice_period', 2, [
    [
      {
        keyed_custom_fields: { notice_period: { name: 'Notice', type: 'short_text', value: '3 months' }, salary: null }
      },
      '3 months'
    ],
    [
      { keyed_custom_fields: { notice_period: { name: 'Notice', type: 'short_text', value: 'none' }, salary: null } },
      'none'
    ],
    [
      { keyed_custom_fields: { notice_period: null, salary: { name: 'Salary', type: 'currency', value: '3 months' } } },
      null
    ]
  ]),

  // Rippling, Gusto, Deel, Factorial, Sage
  task('city at work, else at home', 'city', 2, [
    [{ work_location: { city: 'Austin' }, home_address: { city: 'Round Rock' } }, 'Austin'],
    [{ work_location: null, home_address: { city: 'Boulder' } }, 'Boulder'],
    [{ work_location: { city: 'Denver' }, home_address: null }, 'Denver'],
    [{ work_location: {}, home_address: { city: 'Tulsa' } }, 'Tulsa']
  ]),
  task('list stays a list', 'team_names', 2, [
    [
      {
        teams: [
          { id: 1, name: 'Blue', lead: false },
          { id: 2, name: 'Red', lead: true }
        ]
      },
      ['Blue', 'Red']
    ],
    [{ teams: [{ id: 3, name: 'Green', lead: false }] }, ['Green']],
    [{ teams: [] }, []]
  ]),
  task('only those of a kind', 'certificates', 2, [
    [
      {
        skills: [
          { kind: 'certificate', name: 'First aid' },
          { kind: 'language', name: 'Dutch' },
          { kind: 'certificate', name: 'Forklift' }
        ]
      },
      ['First aid', 'Forklift']
    ],
    [
      {
        skills: [
          { kind: 'language', name: 'Welsh' },
          { kind: 'certificate', name: 'Crane' }
        ]
      },
      ['Crane']
    ],
    [{ skills: [{ kind: 'language', name: 'Irish' }] }, []]
  ]),
  task('membership in a list', 'is_first_aider', 2, [
    [{ id: 4, tags: ['first-aider', 'remote'] }, true],
    [{ id: 5, tags: ['remote', 'night'] }, false],
    [{ id: 6, tags: [] }, false],
    [{ id: 7, tags: ['night', 'first-aider'] }, true]
  ]),
  task('numbers joined as a text', 'team_ids', 2, [
    [{ employee: { team_ids: [41, 57], legal_entity_id: 8 } }, '41,57'],
    [{ employee: { team_ids: [9], legal_entity_id: 8 } }, '9'],
    [{ employee: { team_ids: [3, 4, 5], legal_entity_id: 9 } }, '3,4,5']
  ]),
  task('the active employment', 'employment_country', 2, [
    [
      {
        employments: [
          { hiring_status: 'inactive', country: 'ES' },
          { hiring_status: 'active', country: 'PT' }
        ]
      },
      'PT'
    ],
    [{ employments: [{ hiring_status: 'active', country: 'BR' }] }, 'BR'],
    [
      {
        employments: [
          { hiring_status: 'inactive', country: 'IN' },
          { hiring_status: 'inactive', country: 'IN' },
          { hiring_status: 'active', country: 'AE' }
        ]
      },
      'AE'
    ],
    [{ employments: [{ hiring_status: 'inactive', country: 'US' }] }, null]
  ]),
  task('total of a list', 'total_allowance', 2, [
    [
      {
        allowances: [
          { type: 'meal', amount: 120 },
          { type: 'car', amount: 300 }
        ]
      },
      420
    ],
    [{ allowances: [{ type: 'meal', amount: 100 }] }, 100],
    [
      {
        allowances: [
          { type: 'rent', amount: 800 },
          { type: 'meal', amount: 60 },
          { type: 'car', amount: 40 }
        ]
      },
      900
    ]
  ]),
  task('code and number in one label', 'cost_label', 2, [
    [{ entity: { code: 'DE', name: 'Umber GmbH' }, cost_center: { number: 4400, title: 'Labs' } }, 'DE-4400 Labs'],
    [{ entity: { code: 'AT', name: 'Umber GesmbH' }, cost_center: { number: 5100, title: 'Shop' } }, 'AT-5100 Shop'],
    [{ entity: { code: 'CH', name: 'Umber AG' }, cost_center: { number: 4410, title: 'Depot' } }, 'CH-4410 Depot']
  ])
]
